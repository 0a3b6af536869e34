import pg from 'pg';

/**
 * Fills a benchmark database with plain SQL: invented people, the same in every run. Half of the patients and a tenth
 * of the reports belong to the measured organization, the rest to the others together.
 */
export interface Sizes {
  patients: number;
  /** Reports of 30 lines each, three per patient, so that most lines have a previous value. */
  reports: number;
  organizations: number;
}

export interface Loaded {
  patientIds: string[];
  resultIds: string[];
  /** Patients with orders. */
  orderedIds: string[];
  /** See `searchesFor`. */
  searches: string[];
}

const LINES = 30;

// 16 x 16 x 8 family names and 16 x 8 given names: searches find a few people among many, as in a real registry.
const FAMILIES = 'Abel Bauer Costa Diet Evan Fisch Garc Hub Ivan Jens Kell Lope Mey Nova Ols Pete'.split(' ');
const MIDDLES = 'ba de fi gu ho ka le mi no pa ra se ti vo wa zu'.split(' ');
const ENDS = 'berg dorf feld hain land rich sen stein'.split(' ');
const GIVEN = 'Ada Ben Clara David Emma Felix Grace Hugo Ida Jonas Karla Leo Maria Nils Olga Paul'.split(' ');
const SECOND = ' lina lio mar nette rik tha win'.split(' ');

const PATIENTS = `
  INSERT INTO patients (org_id, id, created_at, updated_at, created_by, mrn, identifiers, name, family_key, given_key,
                        birth_date, sex, phones, emails, addresses, metadata, sequence)
  SELECT $1::uuid, id, uuid_extract_timestamp(id), uuid_extract_timestamp(id), 'system', 'B' || n,
         jsonb_build_array(jsonb_build_object('system', 'urn:example:card', 'value', 'C' || n, 'type', 'insurance', 'type_code', null, 'assigner', null)),
         jsonb_build_object('family', family, 'given', jsonb_build_array(given), 'prefix', null, 'suffix', null, 'use', 'official'),
         lower(family), lower(given), date '1930-01-01' + (n * 37 % 33000), (array['female', 'male'])[n % 2 + 1],
         jsonb_build_array(jsonb_build_object('value', '+4930' || 1000000 + n, 'raw', '+49 30 ' || 1000000 + n, 'use', 'home')),
         jsonb_build_array(jsonb_build_object('value', 'p' || n || '@example.org', 'use', 'home')),
         jsonb_build_array(jsonb_build_object('lines', jsonb_build_array(n % 200 || ' Example Street'), 'city', 'Berlin', 'state', null, 'postal_code', '10115', 'country', 'DE', 'use', 'home')),
         '{"source": "bench"}', 1
  FROM (SELECT n, uuidv7(interval '-1 hour' - n * interval '1 second') AS id,
               ($3::text[])[n % 16 + 1] || ($4::text[])[n / 16 % 16 + 1] || ($5::text[])[n / 256 % 8 + 1] AS family,
               ($6::text[])[n / 7 % 16 + 1] || ($7::text[])[n / 112 % 7 + 1] AS given
        FROM generate_series(1, $2::int) n) people`;

const TOKENS = `
  INSERT INTO patient_tokens (org_id, token, kind, patient_id)
  SELECT org_id, token, kind, id FROM patients,
    LATERAL (VALUES (family_key, 'name'), (given_key, 'name'), (lower(mrn), 'mrn'), (reverse(phones->0->>'value'), 'phone'), (emails->0->>'value', 'email')) AS t (token, kind)
  WHERE org_id = $1`;

const IDENTIFIERS = `
  INSERT INTO patient_identifiers (org_id, patient_id, system, value, type)
  SELECT org_id, id, identifiers->0->>'system', identifiers->0->>'value', 'insurance' FROM patients WHERE org_id = $1`;

// A panel's JSON contains its ID as text, so the caller passes the display form ($3, $4).
const RESULTS = `
  INSERT INTO lab_results (org_id, id, created_at, updated_at, created_by, patient_id, status, lab, filler_order_number, report_key, specimens,
                           collected_at, collected_at_precision, reported_at, issued_at, severity, panels, source, sequence)
  SELECT $1::uuid, uuidv7(interval '-30 minutes' - n * interval '1 second'), taken, taken, 'system', patient, 'final',
         '{"id": "example-lab", "name": "Example Laboratory", "accreditation_number": null, "director": null}', 'F' || n, 'filler:F' || n,
         jsonb_build_array(jsonb_build_object('id', 'S' || n, 'type', 'Blood', 'type_code', 'BLD', 'collected_at', to_char(taken, 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'), 'received_at', null, 'condition', null, 'rejected_reason', null)),
         taken, 'minute', taken, taken, 'normal',
         jsonb_build_array(jsonb_build_object('id', $3::text, 'code', 'PANEL', 'loinc', null, 'name', 'Example panel', 'status', 'final', 'is_reflex', false, 'parent_observation_id', null, 'notes', jsonb_build_array())),
         '{"kind": "manual", "message_id": null}', 1
  FROM (SELECT n, people.id AS patient, date_trunc('day', now()) - n % 3 * interval '30 days' AS taken
        FROM generate_series(0, $2::int - 1) n
        JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM patients WHERE org_id = $1) people ON people.place = n / 3) reports`;

const LINES_OF = `
  INSERT INTO lab_observations (org_id, id, result_id, patient_id, panel_id, position, code, code_system, loinc, name, value_type, value_text,
                                value_number, unit, ucum, reference_range, interpretation, flags, interpretation_source, severity, status, observed_at, notes)
  SELECT r.org_id, uuidv7(), r.id, r.patient_id, $2::uuid, k, 'T' || k, 'L', (10000 + k) || '-1', 'Example test ' || k, 'quantity', (k + 0.5)::text,
         k + 0.5, 'mmol/L', 'mmol/L', jsonb_build_object('low', k, 'high', k + 1, 'text', k || ' - ' || k + 1, 'applies_to', null),
         'N', '{N}', 'lab', 'normal', 'final', r.collected_at, '[]'
  FROM lab_results r, generate_series(1, ${LINES}) k WHERE r.org_id = $1`;

const ORDERS = `
  INSERT INTO lab_orders (org_id, id, created_at, updated_at, created_by, order_number, patient_id, lab_id, status_history, sequence)
  SELECT $1::uuid, id, uuid_extract_timestamp(id), uuid_extract_timestamp(id), 'system', 'N' || n, patient, 'example-lab',
         jsonb_build_array(jsonb_build_object('status', 'requested', 'at', to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'), 'by', 'system', 'reason', null, 'source', 'portal')), 1
  FROM (SELECT n, uuidv7(interval '-20 minutes' - n * interval '1 second') AS id, people.id AS patient
        FROM generate_series(0, 5999) n
        JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM patients WHERE org_id = $1) people ON people.place = n / 6) orders`;

const ITEMS = `
  INSERT INTO lab_order_items (org_id, id, order_id, position, code, name)
  SELECT org_id, uuidv7(), id, k, 'T' || k, 'Example test ' || k FROM lab_orders, generate_series(0, 1) k WHERE org_id = $1`;

export async function loadData(adminUrl: string, orgId: string, panel: { uuid: string; shown: string }, sizes: Sizes): Promise<Loaded> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // The rows are consistent by construction; checking foreign keys would take most of the time.
    await client.query("SET session_replication_role = replica; SET work_mem = '64MB'; SET synchronous_commit = off");
    const others = sizes.organizations - 1;
    for (let other = 0; other < others; other++) {
      const { rows } = await client.query<{ id: string }>("INSERT INTO organizations (id, slug, name, created_at) VALUES (uuidv7(), $1, 'Other organization', now()) RETURNING id", [`bench-other-${other}`]);
      await addPatients(client, rows[0]!.id, Math.ceil(sizes.patients / 2 / others));
      await addReports(client, rows[0]!.id, panel, Math.ceil((sizes.reports * 0.9) / others));
    }
    await addPatients(client, orgId, Math.ceil(sizes.patients / 2));
    await addReports(client, orgId, panel, Math.ceil(sizes.reports / 10));
    await client.query(ORDERS, [orgId]);
    await client.query(ITEMS, [orgId]);
    await client.query('VACUUM ANALYZE');
    return {
      patientIds: await sample(client, 'SELECT id FROM patients WHERE org_id = $1', orgId),
      resultIds: await sample(client, 'SELECT id FROM lab_results WHERE org_id = $1', orgId),
      orderedIds: await sample(client, 'SELECT DISTINCT patient_id AS id FROM lab_orders WHERE org_id = $1', orgId),
      searches: await searchesFor(client, orgId),
    };
  } finally {
    await client.end();
  }
}

/** Adds an organization to show how searches scale, and returns its searches. */
export async function loadPatients(adminUrl: string, orgId: string, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica; SET work_mem = '64MB'; SET synchronous_commit = off");
    await addPatients(client, orgId, count);
    await client.query('VACUUM ANALYZE');
    return await searchesFor(client, orgId);
  } finally {
    await client.end();
  }
}

async function addPatients(client: pg.Client, orgId: string, count: number): Promise<void> {
  await client.query(PATIENTS, [orgId, count, FAMILIES, MIDDLES, ENDS, GIVEN, SECOND]);
  await client.query(TOKENS, [orgId]);
  await client.query(IDENTIFIERS, [orgId]);
}

async function addReports(client: pg.Client, orgId: string, panel: { uuid: string; shown: string }, count: number): Promise<void> {
  if (count === 0) return;
  await client.query(RESULTS, [orgId, count, panel.shown]);
  await client.query(LINES_OF, [orgId, panel.uuid]);
}

/** IDs spread over the whole table. */
async function sample(client: pg.Client, ids: string, orgId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM (${ids}) all_ids ORDER BY hashtext(id::text) LIMIT 200`, [orgId]);
  return rows.map((row) => row.id);
}

/**
 * Typical input of clinicians: prefixes of a family and a given name, a whole name, two letters, an MRN, the end of a
 * phone number, a birth date with a name.
 */
async function searchesFor(client: pg.Client, orgId: string): Promise<string[]> {
  const { rows } = await client.query<{ family: string; given: string; mrn: string; phone: string; born: string }>(
    `SELECT name->>'family' AS family, name->'given'->>0 AS given, mrn, phones->0->>'value' AS phone, birth_date::text AS born
     FROM patients WHERE org_id = $1 ORDER BY hashtext(id::text) LIMIT 120`,
    [orgId],
  );
  const forms: ((row: (typeof rows)[number]) => string)[] = [
    ({ family, given }) => `${family.slice(0, 5)} ${given.slice(0, 3)}`,
    ({ family }) => family,
    ({ family, given }) => `${given} ${family}`,
    ({ family }) => family.slice(0, 2),
    ({ mrn }) => mrn,
    ({ phone }) => phone.slice(-6),
    ({ family, born }) => `${born} ${family.slice(0, 3)}`,
    ({ given }) => given,
  ];
  return rows.map((row, index) => forms[index % forms.length]!(row));
}
