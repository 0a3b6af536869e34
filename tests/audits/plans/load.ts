import type pg from 'pg';

/**
 * Fills one organization with plain SQL: patients with tokens and identifiers, an order with an item and a document
 * each, a result for every second, and events. The first patient has a thousand of each. The catalog has 3,000 tests.
 */

/** Deterministic UUID for a word. */
const UUID_OF = `CREATE OR REPLACE FUNCTION pg_temp.uuid_of(word text) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
  SELECT overlay(overlay(md5(word) placing '7' from 13) placing '8' from 17)::uuid $$`;

const STATEMENTS: [string, string][] = [
  [
    'patients',
    `INSERT INTO patients (org_id, id, created_at, updated_at, created_by, mrn, name, family_key, given_key, birth_date, sex, emails, external_id)
     SELECT $1::uuid, id, uuid_extract_timestamp(id), uuid_extract_timestamp(id), 'system', 'M' || n,
            jsonb_build_object('family', 'F' || n, 'given', jsonb_build_array('G'), 'prefix', null, 'suffix', null, 'use', 'official'),
            'f' || n, 'g' || n % 1000, date '1930-01-01' + (n * 37 % 33000), (array['female', 'male'])[n % 2 + 1],
            jsonb_build_array(jsonb_build_object('value', 'p' || n || '@example.org', 'use', 'home')), 'x' || n
     FROM (SELECT n, uuidv7((n - $2::int) * interval '1 second') AS id FROM generate_series(1, $2::int) n) made`,
  ],
  [
    'patient_tokens',
    `INSERT INTO patient_tokens (org_id, token, kind, patient_id)
     SELECT org_id, token, kind, id FROM patients,
       LATERAL (VALUES (family_key, 'name'), (given_key, 'name'), ((array['zimmermann', 'schneider'])[substr(mrn, 2)::int % 100 + 1], 'name'), (lower(mrn), 'mrn'), (reverse(substr(mrn, 2) || '0300'), 'phone'), (emails->0->>'value', 'email')) t (token, kind)
     WHERE org_id = $1 AND $2 > 0 AND token IS NOT NULL`,
  ],
  [
    'patient_identifiers',
    `INSERT INTO patient_identifiers (org_id, patient_id, system, value, type)
     SELECT org_id, id, 'urn:card', mrn, 'insurance' FROM patients WHERE org_id = $1 AND $2 > 0`,
  ],
  [
    // One of a thousand is a STAT order not yet collected, which the start page lists.
    'lab_orders',
    `INSERT INTO lab_orders (org_id, id, created_at, updated_at, created_by, order_number, filler_order_number, external_id, patient_id, priority, ordering_user_id, lab_id, status, status_history, expected_by)
     SELECT org_id, id, uuid_extract_timestamp(id), uuid_extract_timestamp(id), 'system', 'O' || n, 'F' || n, 'x' || n, CASE WHEN n <= 1000 THEN first ELSE patient_id END,
            CASE WHEN n % 50 = 0 THEN 'stat' WHEN n % 10 = 0 THEN 'urgent' ELSE 'routine' END,
            pg_temp.uuid_of('user' || n % 200), 'lab-' || n % 3,
            CASE WHEN n % 1000 = 0 THEN 'failed' WHEN n % 20 = 2 OR n % 100 = 10 OR n % 1000 = 100 THEN 'requested' ELSE 'completed' END, '[]', now()
     FROM (SELECT org_id, id AS patient_id, n, first_value(id) OVER (ORDER BY id) AS first, uuidv7((n - $2::int) * interval '1 second') AS id
           FROM (SELECT org_id, id, row_number() OVER (ORDER BY id) AS n FROM patients WHERE org_id = $1) numbered) made`,
  ],
  [
    // A large catalog. A deep page reads those before it (list-catalog.ts).
    'catalog_tests',
    `INSERT INTO catalog_tests (org_id, id, code, loinc, name, kind, category, specimen, lab_id, lab_name, active, created_at, updated_at)
     SELECT $1::uuid, pg_temp.uuid_of('catalog' || n), 'T' || n, n || '-0', (array['Test ', 'TEST '])[n % 2 + 1] || n, 'test', 'chemistry', '{"type": "Serum"}', 'lab-' || n % 3, 'Lab', n % 10 > 0, now(), now()
     FROM generate_series(1, least($2::int, 3000)) n`,
  ],
  [
    'lab_order_items',
    `INSERT INTO lab_order_items (org_id, id, order_id, position, test_id, code, loinc, name)
     SELECT org_id, id, id, 0, pg_temp.uuid_of('test' || right(order_number, 2)), 'T' || right(order_number, 2), right(order_number, 2) || '-0', 'Test'
     FROM lab_orders WHERE org_id = $1 AND $2 > 0`,
  ],
  [
    'lab_results',
    `INSERT INTO lab_results (org_id, id, created_at, updated_at, created_by, order_id, patient_id, status, lab, filler_order_number, report_key, collected_at, issued_at, severity, panels, source, inbox_rank, reviewer_id)
     SELECT org_id, id, created_at, created_at, 'system', id, patient_id,
            CASE WHEN right(order_number, 3) = '305' THEN 'cancelled' WHEN right(order_number, 2) = '05' THEN 'preliminary' ELSE 'final' END, '{"id": "lab-0", "name": "Lab"}', order_number, 'filler:' || order_number, created_at, created_at,
            CASE WHEN right(order_number, 3) = '315' THEN 'critical' WHEN right(order_number, 1) = '5' THEN 'abnormal' ELSE 'normal' END,
            '[{"code": "P", "loinc": "11-1"}]', '{"kind": "manual", "message_id": null}',
            CASE WHEN right(order_number, 3) IN ('115', '415', '815') THEN substr(order_number, 2)::int % 6 + 1 END,
            CASE WHEN right(order_number, 3) = '115' THEN ordering_user_id END
     FROM lab_orders WHERE org_id = $1 AND $2 > 0 AND right(order_number, 1) ~ '[13579]'`,
  ],
  [
    'lab_observations',
    `INSERT INTO lab_observations (org_id, id, result_id, patient_id, panel_id, position, code, loinc, name, value_type, value_text, severity, status, observed_at)
     SELECT org_id, pg_temp.uuid_of(id || '/' || n), id, patient_id, id, n, 'T' || n, n || '-0', 'Test', 'quantity', '1', 'normal', 'final', collected_at
     FROM lab_results, generate_series(0, 2) n WHERE org_id = $1 AND $2 > 0`,
  ],
  [
    'lab_connections',
    `INSERT INTO lab_connections (org_id, id, created_at, updated_at, created_by, name, lab, transport)
     SELECT org_id, id, now(), now(), 'system', 'Lab', '{"id": "lab-0", "name": "Lab"}', 'https'
     FROM lab_results WHERE org_id = $1 AND $2 > 0 ORDER BY id LIMIT 3`,
  ],
  [
    // One a minute: few of them are of the last day, whose messages the start page counts.
    'inbound_messages',
    `INSERT INTO inbound_messages (org_id, id, connection_id, received_at, size, control_id, state, taken)
     SELECT c.org_id, made.id, c.id, uuid_extract_timestamp(made.id), 1, 'C' || made.n, CASE WHEN made.n % 1000 = 500 THEN 'rejected' ELSE 'processed' END, true
     FROM (SELECT n, uuidv7((n - $2::int) * interval '1 minute') AS id FROM generate_series(1, $2::int) n) made
     JOIN (SELECT org_id, id, row_number() OVER (ORDER BY id) - 1 AS n FROM lab_connections WHERE org_id = $1) c ON c.n = made.n % 3`,
  ],
  [
    'outbound_messages',
    `INSERT INTO outbound_messages (org_id, id, connection_id, order_id, created_at, created_by, kind, control_id, status, attempts_allowed)
     SELECT m.org_id, m.id, m.connection_id, o.id, m.received_at, 'system', 'new_order', m.control_id, CASE WHEN m.state = 'rejected' THEN 'failed' ELSE 'accepted' END, 1
     FROM inbound_messages m JOIN lab_orders o ON o.org_id = m.org_id AND o.order_number = 'O' || substr(m.control_id, 2) WHERE m.org_id = $1 AND $2 > 0`,
  ],
  [
    'inbound_reports',
    `INSERT INTO inbound_reports (org_id, id, message_id, position, created_at, state, result_id)
     SELECT r.org_id, r.id, m.id, 0, r.created_at,
            CASE WHEN r.inbox_rank IS NULL THEN 'filed' WHEN r.inbox_rank < 4 THEN 'unmatched' ELSE 'parked' END, r.id
     FROM lab_results r JOIN inbound_messages m ON m.org_id = r.org_id AND m.control_id = 'C' || substr(r.filler_order_number, 2) WHERE r.org_id = $1 AND $2 > 0`,
  ],
  [
    'inbound_documents',
    `INSERT INTO inbound_documents (org_id, id, message_id, connection_id, position, created_at, event, sent_at, title, state)
     SELECT org_id, id, id, connection_id, 0, received_at, 'T02', received_at, 'Letter',
            CASE right(control_id, 1) WHEN '1' THEN 'unmatched' WHEN '2' THEN 'dismissed' ELSE 'filed' END
     FROM inbound_messages WHERE org_id = $1 AND $2 > 0`,
  ],
  [
    'inbound_patient_updates',
    `INSERT INTO inbound_patient_updates (org_id, id, message_id, connection_id, position, created_at, event, sent_at, mrn, state)
     SELECT org_id, id, id, connection_id, 0, received_at, 'A08', received_at, control_id,
            CASE right(control_id, 1) WHEN '1' THEN 'conflict' WHEN '2' THEN 'dismissed' ELSE 'applied' END
     FROM inbound_messages WHERE org_id = $1 AND $2 > 0`,
  ],
  [
    'documents',
    `INSERT INTO documents (org_id, id, created_at, updated_at, created_by, patient_id, title, category, type, document_date, order_id, result_id, file_name, content_type, size, sha256, status, scan_status, storage_key)
     SELECT o.org_id, o.id, o.created_at, o.updated_at, 'system', o.patient_id, 'Letter ' || o.order_number,
            CASE WHEN right(o.order_number, 1) = '0' THEN 'imaging' ELSE 'referral' END,
            jsonb_build_object('system', 'http://loinc.org', 'code', '11488-' || right(o.order_number, 1), 'display', null), date '2020-01-01' + (right(o.order_number, 3)::text ~ '^[0-9]+$')::int,
            o.id, r.id, 'letter.pdf', CASE WHEN right(o.order_number, 1) = '0' THEN 'image/png' ELSE 'application/pdf' END, 1000, md5(o.order_number), 'available', 'skipped', 'k'
     FROM lab_orders o LEFT JOIN lab_results r ON r.org_id = o.org_id AND r.id = o.id WHERE o.org_id = $1 AND $2 > 0`,
  ],
  [
    // Below every running transaction, in the order of IDs as in production.
    'events',
    `INSERT INTO events (org_id, id, txid, type, object_kind, object_id, sequence, body, created_at)
     SELECT org_id, id, (3 + n * 200 / $2::int)::text::xid8, CASE WHEN n % 5000 = 0 THEN 'document.created' ELSE 'patient.updated' END, 'patient', patient_id, 1, body, created_at
     FROM (SELECT org_id, id, row_number() OVER (ORDER BY id) AS n, patient_id, created_at,
                  json_build_object('id', 'evt_' || id, 'data', json_build_object('object', json_build_object('patient_id', null)))::text AS body
           FROM lab_orders WHERE org_id = $1) made`,
  ],
  [
    'audit_events',
    `INSERT INTO audit_events (org_id, id, txid, at, actor, transport, action, kind, outcome, object_kind, object_id, patient_ids, request_id)
     SELECT org_id, id, (3 + row_number() OVER (ORDER BY id) * 200 / $2::int)::text::xid8, created_at, 'system', 'system', 'get_lab_order', CASE WHEN right(order_number, 1) = '7' THEN 'write' ELSE 'read' END,
            'allowed', 'lab_order', id, array[patient_id], 'req'
     FROM lab_orders WHERE org_id = $1`,
  ],
];

export const LOADED = STATEMENTS.map(([table]) => table);
/** They have so few rows that no index finds one faster. */
export const OF_FEW_ROWS = ['lab_connections'];

/** @param client as superuser, because policies would be evaluated for every row */
export async function load(
  client: pg.Client,
  orgId: string,
  rows: number,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  await client.query(UUID_OF);
  for (const [table, statement] of STATEMENTS) {
    const began = Date.now();
    const { rowCount } = await client.query(statement, [orgId, rows]);
    // The next one joins this table.
    await client.query(`ANALYZE ${table}`);
    say(`${table}: ${rowCount} rows in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  await client.query(`VACUUM (ANALYZE) ${LOADED.join(', ')}`);
}
