import {
  anyRow,
  inTurn,
  at,
  key,
  KEY,
  one,
  organizations,
  pick,
  type Alter,
  type Expected,
  type Fixture,
  type SealedRow,
} from './fixture';

/** Alterations of rows that leave the seals unchanged. */

/** A different value for each column. */
const EDITS: Record<string, string[]> = {
  at: [
    "at + interval '1 millisecond'",
    "at - interval '1 year'",
    "at + interval '1 hour'",
    "'infinity'",
    "(at::text || ' BC')::timestamptz",
  ],
  actor: ["'usr_other'", "actor || ' '", 'upper(actor)'],
  transport: ["case transport when 'v1' then 'portal' else 'v1' end", "transport || ','"],
  action: ["action || 's'", "'delete_patient'"],
  kind: ["case kind when 'read' then 'list' else 'read' end"],
  outcome: ["case outcome when 'allowed' then 'refused' else 'allowed' end"],
  code: ["case when code is null then '' else null end", "coalesce(code, '') || 'x'"],
  object_kind: ["case when object_kind is null then 'patient' else null end"],
  object_id: ['gen_random_uuid()', 'case when object_id is null then gen_random_uuid() end'],
  patient_ids: [
    'array_append(patient_ids, gen_random_uuid())',
    "case when patient_ids = '{}' then array[null::uuid] else '{}' end",
    'array_prepend(gen_random_uuid(), patient_ids[2:])',
  ],
  request_id: ["request_id || '0'", "''"],
  ip: ["case when ip is null then '' when ip = '' then null else '' end", "coalesce(ip, '') || '.'"],
  detail: [
    "case when detail is null then '{}'::jsonb end",
    `coalesce(detail, '{}') || '{"count": 3}'`,
    `coalesce(detail, '{}') || jsonb_build_object('n', gen_random_uuid())`,
  ],
};

export const editColumn: Alter = async (client, fixture, random) => {
  const row = anyRow(fixture, random);
  const forms = Object.entries(EDITS).flatMap(([column, texts]) =>
    texts.map((text) => [column, text] as const),
  );
  const [column, text] = inTurn(forms, fixture, 'rows');
  await one(client, `update audit_events set ${column} = ${text} where ${KEY}`, key(row));
  return { name: `edit ${column}`, expected: [{ ...at(row, ['row_changed']), id: row.id }], most: 1 };
};

export const editKey: Alter = async (client, fixture, random) => {
  const row = anyRow(fixture, random);
  const change = pick(
    [
      'id = (left(id::text, 15) || right(gen_random_uuid()::text, 21))::uuid',
      "txid = '1'",
      "txid = '9000000000000'",
      'id = uuidv7()',
    ],
    random,
  );
  await one(client, `update audit_events set ${change} where ${KEY}`, key(row));
  return { name: `edit ${change}`, expected: [at(row, ['row_changed', 'row_missing'])], most: 4 };
};

export const deleteRows: Alter = async (client, fixture, random) => {
  const list = fixture.rows.get(pick(organizations(fixture), random))!;
  const from = Math.floor(random() * list.length);
  const gone = list.slice(from, from + 1 + Math.floor(random() * 5));
  for (const row of gone) await one(client, `delete from audit_events where ${KEY}`, key(row));
  return {
    name: `delete ${gone.length}`,
    expected: gone.map((row) => at(row, ['row_missing'])),
    most: gone.length,
  };
};

export const insertRow: Alter = async (client, fixture, random) => {
  const row = anyRow(fixture, random);
  // Next to the copied row, so before the end; after the last row it would only be unsealed.
  const { rows } = await client.query<{ id: string }>(
    `insert into audit_events select (jsonb_populate_record(e, jsonb_build_object('id', '00000000-0000-7000-8000-' || lpad($4, 12, '0')))).* from audit_events e where ${KEY} returning id`,
    [...key(row), String(Math.floor(random() * 1e9))],
  );
  // Within a seal, the new row is the first of its transaction, which may have started in the previous seal.
  const first = fixture.rows.get(row.orgId)!.find(({ txid }) => txid === row.txid)!;
  return {
    name: 'insert',
    expected: [{ orgId: row.orgId, kinds: ['row_inserted'], seal: first.seal, id: rows[0]!.id }],
    most: 1,
  };
};

export const swapRows: Alter = async (client, fixture, random) => {
  const list = fixture.rows.get(pick(organizations(fixture), random))!;
  const [a, b] = [pick(list, random), pick(list, random)];
  if (a === b) return swapRows(client, fixture, random);
  const set = `update audit_events set txid = $4::xid8, id = $5 where ${KEY}`;
  await one(client, set, [...key(a), '1', '00000000-0000-0000-0000-000000000001']);
  await one(client, set, [...key(b), a.txid, a.id]);
  await one(client, set, [a.orgId, '1', '00000000-0000-0000-0000-000000000001', b.txid, b.id]);
  return { name: 'reorder', expected: [at(a, ['row_changed']), at(b, ['row_changed'])], most: 2 };
};

export const moveRow: Alter = async (client, fixture, random) => {
  const row = anyRow(fixture, random);
  const other = organizations(fixture).find((id) => id !== row.orgId)!;
  await one(client, `update audit_events set org_id = $4 where ${KEY}`, [...key(row), other]);
  // After the last seal of the other organization it is unsealed there; here it is missing in any case.
  const last = fixture.rows.get(other)!.at(-1)!;
  const within = BigInt(row.txid) <= BigInt(last.txid);
  const stray: Expected[] = within
    ? [{ orgId: other, kinds: ['row_of_other_organization'], seal: sealAt(fixture, other, row), id: row.id }]
    : [];
  return { name: 'move to another organization', expected: [at(row, ['row_missing']), ...stray], most: 2 };
};

/** The seal that covers a row's position: the first one that ends after it. */
const sealAt = (fixture: Fixture, orgId: string, { txid, id }: SealedRow): number =>
  fixture.rows
    .get(orgId)!
    .find((row) => BigInt(row.txid) > BigInt(txid) || (row.txid === txid && row.id > id))!.seal;

export const swapOrganizations: Alter = async (client, fixture, random) => {
  const [one_, two] = organizations(fixture) as [string, string];
  const number = 1 + Math.floor(random() * fixture.seals.get(one_)!);
  const rows = fixture.rows.get(one_)!.filter((row) => row.seal === number);
  for (const row of rows)
    await one(client, `update audit_events set org_id = $4 where ${KEY}`, [...key(row), two]);
  return {
    name: 'move a whole seal to another organization',
    expected: [at(pick(rows, random), ['row_missing'])],
    most: 2 * rows.length,
  };
};

export const cutRows: Alter = async (client, fixture, random) => {
  const list = fixture.rows.get(pick(organizations(fixture), random))!;
  const gone = list.slice(-1 - Math.floor(random() * 10));
  for (const row of gone) await one(client, `delete from audit_events where ${KEY}`, key(row));
  return {
    name: 'cut rows at the end',
    expected: gone.map((row) => at(row, ['row_missing'])),
    most: gone.length,
  };
};
