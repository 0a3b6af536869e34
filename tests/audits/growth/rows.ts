import type pg from 'pg';

/** Invented audit rows for the seven years before now, with a partition for each month. */

/** Patients that they are about. */
const PATIENTS = 100_000;
const MONTHS = 84;

/** Deterministic UUID of a patient. */
export const PATIENT = `CREATE OR REPLACE FUNCTION patient_number(n bigint) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
  SELECT overlay(overlay(md5('patient' || n) placing '7' from 13) placing '8' from 17)::uuid $$`;

/** Of ten rows, seven are about a patient, two are lists of 25, and one is about none. */
const ROWS = `INSERT INTO public.%I (org_id, id, txid, at, actor, transport, action, kind, outcome, object_kind, object_id, patient_ids, request_id, ip)
  SELECT $1, (left(lowest_id_at(made.at)::text, 15) || right(gen_random_uuid()::text, 21))::uuid, '3', made.at, 'usr_01jd0000000000000000000000', 'portal',
    CASE WHEN made.n % 10 IN (3, 7) THEN 'list_patients' ELSE 'get_patient' END, CASE WHEN made.n % 10 IN (3, 7) THEN 'list' ELSE 'read' END, 'allowed',
    CASE WHEN made.n % 10 IN (3, 7) THEN NULL ELSE 'patient' END, CASE WHEN made.n % 10 IN (0, 3, 7) THEN NULL ELSE patient_number(made.n * 7919 % ${PATIENTS}) END,
    CASE made.n % 10 WHEN 0 THEN '{}'
      WHEN 3 THEN ARRAY(SELECT patient_number((made.n * 31 + k * 4001) % ${PATIENTS}) FROM generate_series(1, 25) k)
      WHEN 7 THEN ARRAY(SELECT patient_number((made.n * 37 + k * 5003) % ${PATIENTS}) FROM generate_series(1, 25) k)
      ELSE ARRAY[patient_number(made.n * 7919 % ${PATIENTS})] END,
    'req_01jd0000000000000000000000', '192.0.2.10'
  FROM (SELECT n, $2::timestamptz + (n::float8 / $3) * ($4::timestamptz - $2::timestamptz) AS at FROM generate_series(0, $3::bigint - 1) n) made`;

/** @param client as superuser */
export async function addMonths(
  client: pg.Client,
  orgId: string,
  rows: number,
  say: (line: string) => void,
): Promise<void> {
  await client.query(PATIENT);
  const { rows: found } = await client.query<{ name: string; month: Date }>(
    `SELECT c.relname AS name, to_date(right(c.relname, 7), 'YYYY_MM')::timestamptz AS month
     FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = 'audit_events'::regclass ORDER BY 1 LIMIT 1`,
  );
  const { name: current, month: newest } = found[0]!;
  const monthAt = (back: number) => new Date(Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth() - back));
  // The first partition takes all earlier IDs; it becomes one of this month only.
  await client.query(`ALTER TABLE audit_events DETACH PARTITION ${current}`);
  await client.query(
    `ALTER TABLE audit_events ATTACH PARTITION ${current} FOR VALUES FROM (lowest_id_at('${monthAt(0).toISOString()}')) TO (lowest_id_at('${monthAt(-1).toISOString()}'))`,
  );
  const each = Math.ceil(rows / MONTHS);
  for (let back = MONTHS; back > 0; back--) {
    const [from, to] = [monthAt(back), monthAt(back - 1)];
    const name = `audit_events_${from.toISOString().slice(0, 7).replace('-', '_')}`;
    // Indexes are created when it is attached, which is faster than row by row.
    await client.query(`CREATE TABLE ${name} (LIKE audit_events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
    await client.query(ROWS.replace('%I', name), [orgId, from, each, to]);
    const lower = back === MONTHS ? 'MINVALUE' : `lowest_id_at('${from.toISOString()}')`;
    await client.query(
      `ALTER TABLE audit_events ATTACH PARTITION ${name} FOR VALUES FROM (${lower}) TO (lowest_id_at('${to.toISOString()}'))`,
    );
    if (back % 12 === 0) say(`${back} months are left`);
  }
  await client.query('VACUUM (ANALYZE) audit_events');
}
