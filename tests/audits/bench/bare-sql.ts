/** The statements of the bare server: the product's queries, written by hand. */

export const SQL = {
  key: {
    name: 'key',
    text: 'SELECT org_id, id, scopes, ip_allow_list, expires_at, last_used_at, revoked_at FROM api_keys WHERE secret_hash = $1',
  },
  touch: { name: 'touch', text: 'UPDATE api_keys SET last_used_at = now(), last_used_ip = $3 WHERE org_id = $1 AND id = $2' },
  org: { name: 'org', text: "SELECT set_config('clinical.org_id', $1, true)" },
  patient: { name: 'patient', text: 'SELECT * FROM patients WHERE org_id = $1 AND id = $2 AND deleted_at IS NULL' },
  patients: { name: 'patients', text: 'SELECT * FROM patients WHERE org_id = $1 AND deleted_at IS NULL ORDER BY id DESC LIMIT 51' },
  result: {
    name: 'result',
    text: 'SELECT r.* FROM lab_results r JOIN patients p ON p.org_id = r.org_id AND p.id = r.patient_id WHERE r.org_id = $1 AND r.id = $2 AND p.deleted_at IS NULL',
  },
  lines: {
    name: 'lines',
    text: `SELECT o.*, (
        SELECT jsonb_build_object('text', p.value_text, 'at', p.observed_at, 'precision', p.observed_at_precision) FROM lab_observations p
        WHERE p.org_id = $1 AND p.patient_id = o.patient_id AND p.test_key = o.test_key
          AND p.observed_at < o.observed_at AND p.unit IS NOT DISTINCT FROM o.unit AND p.status NOT IN ('deleted', 'wrong', 'cancelled') AND p.role <> 'not_asked'
          AND p.loinc IS NOT DISTINCT FROM o.loinc AND (o.loinc IS NOT NULL OR $3 = (SELECT r.lab_id FROM lab_results r WHERE r.org_id = p.org_id AND r.id = p.result_id))
        ORDER BY p.observed_at DESC NULLS LAST LIMIT 1) AS previous
      FROM lab_observations o WHERE o.org_id = $1 AND o.result_id = $2 ORDER BY o.position`,
  },
  inbox: {
    name: 'inbox',
    text: `SELECT r.*, p.name, p.birth_date, p.mrn FROM lab_results r JOIN patients p ON p.org_id = r.org_id AND p.id = r.patient_id
      WHERE r.org_id = $1 AND r.inbox_rank IS NOT NULL AND p.deleted_at IS NULL ORDER BY r.inbox_rank, r.collected_at DESC, r.id DESC LIMIT 51`,
  },
  orders: {
    name: 'orders',
    text: `SELECT o.* FROM lab_orders o JOIN patients p ON p.org_id = o.org_id AND p.id = o.patient_id
      WHERE o.org_id = $1 AND o.patient_id = $2 AND p.deleted_at IS NULL ORDER BY o.id DESC LIMIT 26`,
  },
  items: { name: 'items', text: 'SELECT * FROM lab_order_items WHERE org_id = $1 AND order_id = ANY ($2) ORDER BY position' },
  reports: { name: 'reports', text: 'SELECT id, order_id, panels FROM lab_results WHERE org_id = $1 AND order_id = ANY ($2) ORDER BY id' },
  audit: {
    name: 'audit',
    text: `INSERT INTO audit_events (org_id, id, at, actor, transport, action, kind, outcome, object_kind, object_id, patient_ids, request_id, ip, detail)
        VALUES ($1, $2, $3, $4, 'v1', $5, $6, 'allowed', $7, $8, $9, $10, $11, $12)`,
  },
  lock: { name: 'lock', text: 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked' },
  remembered: { name: 'remembered', text: 'SELECT * FROM idempotency_records WHERE org_id = $1 AND credential = $2 AND path = $3 AND key = $4' },
  remember: {
    name: 'remember',
    text: 'INSERT INTO idempotency_records (org_id, credential, path, key, fingerprint, status, output, created_at) VALUES ($1, $2, $3, $4, $5, 201, $6, $7)',
  },
  insertPatient: {
    name: 'insertPatient',
    text: `INSERT INTO patients (org_id, id, created_at, updated_at, created_by, mrn, identifiers, name, other_names, family_key, given_key, birth_date,
        birth_date_estimated, sex, phones, emails, addresses, metadata, sequence)
      VALUES ($1, $2, $3, $3, $4, $5, $6, $7, '[]', $8, $9, $10, false, $11, $12, $13, $14, $15, 1)
      ON CONFLICT (org_id, mrn) WHERE deleted_at IS NULL DO NOTHING RETURNING *`,
  },
  insertIdentifiers: {
    name: 'insertIdentifiers',
    text: 'INSERT INTO patient_identifiers (org_id, patient_id, system, value, type) SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::text[])',
  },
  insertTokens: {
    name: 'insertTokens',
    text: 'INSERT INTO patient_tokens (org_id, patient_id, token, kind) SELECT $1, $2, * FROM unnest($3::text[], $4::text[])',
  },
  insertEvent: {
    name: 'insertEvent',
    text: "INSERT INTO events (org_id, id, type, object_kind, object_id, sequence, body, created_at) VALUES ($1, $2, 'patient.created', 'patient', $3, 1, $4, $5)",
  },
  webhooks: { name: 'webhooks', text: 'SELECT id, events, scopes, enabled FROM webhooks WHERE org_id = $1 AND deleted_at IS NULL' },
} as const;
