import pg from 'pg';

/**
 * Fills the database of a benchmark by plain SQL, past the verbs: made-up people only, the same in every run. The
 * benched organisation gets all that was asked for; nine others hold as many patients together.
 */
export interface Sizes {
  patients: number;
  /** Reports of 30 lines each, three per patient, so that most lines have a value before them. */
  reports: number;
}

export interface Loaded {
  patientIds: string[];
  resultIds: string[];
}

const OTHERS = 9;
const LINES = 30;

const FAMILIES = 'Abel Bauer Costa Dietrich Evans Fischer Garcia Huber Ivanova Jensen Keller Lopez Meyer Novak Olsen Peters'.split(' ');
const GIVEN = 'Ada Ben Clara David Emma Felix Grace Hugo Ida Jonas Karla Leo Maria Nils Olga Paul'.split(' ');

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
  FROM (SELECT n, uuidv7(interval '-1 hour' - n * interval '1 second') AS id, ($3::text[])[n % 16 + 1] AS family, ($4::text[])[n / 16 % 16 + 1] AS given
        FROM generate_series(1, $2::int) n) people`;

const TOKENS = `
  INSERT INTO patient_tokens (org_id, token, kind, patient_id)
  SELECT org_id, token, kind, id FROM patients,
    LATERAL (VALUES (family_key, 'name'), (given_key, 'name'), (lower(mrn), 'mrn'), (reverse(phones->0->>'value'), 'phone')) AS t (token, kind)
  WHERE org_id = $1`;

const IDENTIFIERS = `
  INSERT INTO patient_identifiers (org_id, patient_id, system, value, type)
  SELECT org_id, id, identifiers->0->>'system', identifiers->0->>'value', 'insurance' FROM patients WHERE org_id = $1`;

// A panel's id in its own JSON is text, so it is written by the caller in its shown form ($3, $4).
const RESULTS = `
  INSERT INTO lab_results (org_id, id, created_at, updated_at, created_by, patient_id, status, lab, filler_order_number, specimens,
                           collected_at, collected_at_precision, reported_at, issued_at, severity, panels, source, sequence)
  SELECT $1::uuid, uuidv7(interval '-30 minutes' - n * interval '1 second'), taken, taken, 'system', patient, 'final',
         '{"id": "example-lab", "name": "Example Laboratory", "accreditation_number": null, "director": null}', 'F' || n,
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

export async function loadData(adminUrl: string, orgId: string, panel: { uuid: string; shown: string }, sizes: Sizes): Promise<Loaded> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // The rows refer to each other rightly by construction; checking each one would take most of the time.
    await client.query("SET session_replication_role = replica; SET work_mem = '64MB'");
    const share = Math.ceil(sizes.patients / OTHERS);
    for (let other = 0; other < OTHERS; other++) {
      const { rows } = await client.query<{ id: string }>("INSERT INTO organisations (id, slug, name, created_at) VALUES (uuidv7(), $1, 'Other organisation', now()) RETURNING id", [`bench-other-${other}`]);
      await addPatients(client, rows[0]!.id, share);
    }
    await addPatients(client, orgId, sizes.patients);
    await client.query(RESULTS, [orgId, Math.min(sizes.reports, sizes.patients * 3), panel.shown]);
    await client.query(LINES_OF, [orgId, panel.uuid]);
    await client.query('VACUUM ANALYZE');
    return { patientIds: await sample(client, 'patients', orgId), resultIds: await sample(client, 'lab_results', orgId) };
  } finally {
    await client.end();
  }
}

async function addPatients(client: pg.Client, orgId: string, count: number): Promise<void> {
  await client.query(PATIENTS, [orgId, count, FAMILIES, GIVEN]);
  await client.query(TOKENS, [orgId]);
  await client.query(IDENTIFIERS, [orgId]);
}

/** Ids spread over the whole table. */
async function sample(client: pg.Client, table: 'patients' | 'lab_results', orgId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM ${table} WHERE org_id = $1 ORDER BY hashtext(id::text) LIMIT 200`, [orgId]);
  return rows.map((row) => row.id);
}
