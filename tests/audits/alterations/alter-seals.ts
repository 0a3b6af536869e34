import type pg from 'pg';
import { ROW_HASH, SEAL_HASH } from '../../../server/audit/row-hash';
import { seal } from '../../../server/audit/seal';
import {
  anyRow,
  inTurn,
  key,
  KEY,
  one,
  organizations,
  pick,
  type Alter,
  type Expected,
  type Random,
  type Fixture,
} from './fixture';

/** Alterations of seals, alone or with rows, up to a completely forged audit log. */

export const cutTail: Alter = async (client, fixture, random) => {
  const orgId = pick(organizations(fixture), random);
  const from = 1 + Math.floor(random() * fixture.seals.get(orgId)!);
  const first = fixture.rows.get(orgId)!.find((row) => row.seal === from)!;
  await client.query('delete from audit_seals where org_id = $1 and number >= $2', [orgId, from]);
  await client.query(
    'delete from audit_events where org_id = $1 and (txid, id) >= ($2::xid8, $3::uuid)',
    key(first),
  );
  return { name: 'cut tail', expected: [{ orgId, kinds: ['tail_cut'], seal: from }], most: 1 };
};

/** Uses the sealer's own code, as an attacker with full knowledge would: only the anchor can detect it. */
async function sealAnew(client: pg.Client, fixture: Fixture, orgId: string, from: number): Promise<void> {
  await client.query('delete from audit_seals where org_id = $1 and number >= $2', [orgId, from]);
  const query = async <Row>(_name: string, text: string, values: unknown[]) =>
    (await client.query(text, values)).rows as Row[];
  while ((await seal(query, { now: new Date(), batchRows: fixture.batchRows })).more);
}

export const rewrite: Alter = async (client, fixture, random) => {
  const row = anyRow(fixture, random);
  const change = pick(['delete', 'edit', 'nothing'], random);
  if (change === 'delete') await one(client, `delete from audit_events where ${KEY}`, key(row));
  if (change === 'edit')
    await one(client, `update audit_events set actor = 'usr_other' where ${KEY}`, key(row));
  await sealAnew(client, fixture, row.orgId, pick([1, row.seal], random));
  const last = fixture.seals.get(row.orgId)!;
  return {
    name: `rewrite rows and seals (${change})`,
    expected: [{ orgId: row.orgId, kinds: ['anchor_mismatch', 'tail_cut'], seal: last }],
    most: 1,
  };
};

const SEAL_EDITS: Record<string, string> = {
  sealed_at: "sealed_at + interval '1 millisecond'",
  first_txid: "'1'",
  first_id: 'gen_random_uuid()',
  last_txid: '(last_txid::text::bigint + 1)::text::xid8',
  last_id: 'gen_random_uuid()',
  row_count: 'row_count + 1',
  row_hashes: "overlay(row_hashes placing '\\x00ff00ff'::bytea from 33)",
  previous_hash: 'sha256(previous_hash)',
  hash: 'sha256(hash)',
};

const anySeal = (fixture: Fixture, random: Random) => {
  const orgId = pick(organizations(fixture), random);
  return { orgId, number: 1 + Math.floor(random() * fixture.seals.get(orgId)!) };
};

export const editSeal: Alter = async (client, fixture, random) => {
  const { orgId, number } = anySeal(fixture, random);
  const column = inTurn(Object.keys(SEAL_EDITS), fixture, 'seals');
  await one(
    client,
    `update audit_seals set ${column} = ${SEAL_EDITS[column]} where org_id = $1 and number = $2`,
    [orgId, number],
  );
  // Rows between the changed bounds belong to no seal or to two, which is reported too.
  return {
    name: `edit seal ${column}`,
    expected: [{ orgId, kinds: ['seal_changed'], seal: number }],
    most: 4 + 2 * fixture.batchRows,
  };
};

export const rehashSeal: Alter = async (client, fixture, random) => {
  const row = anyRow(fixture, random);
  const { orgId, seal: number } = row;
  await one(client, `update audit_events set actor = 'usr_other' where ${KEY}`, key(row));
  // Replaces the old row's hash with the new one and adjusts the seal's own hash.
  const { rows } = await client.query<{ hash: Buffer }>(
    `select ${ROW_HASH} as hash from audit_events e where ${KEY}`,
    key(row),
  );
  await one(
    client,
    `update audit_seals set row_hashes = overlay(row_hashes placing $3::bytea from $4) where org_id = $1 and number = $2`,
    [orgId, number, rows[0]!.hash, (row.position - 1) * 32 + 1],
  );
  await one(client, `update audit_seals s set hash = ${SEAL_HASH} where org_id = $1 and number = $2`, [
    orgId,
    number,
  ]);
  const isLast = number === fixture.seals.get(orgId);
  return {
    name: 'change a row and its seal',
    expected: [
      isLast
        ? { orgId, kinds: ['anchor_mismatch'], seal: number }
        : { orgId, kinds: ['chain_broken'], seal: number + 1 },
    ],
    most: 1,
  };
};

export const swapHashes: Alter = async (client, fixture, random) => {
  const { orgId, number } = anySeal(fixture, random);
  const row = (position: number) => `substr(row_hashes, ${position * 32 + 1}, 32)`;
  const count = fixture.rows.get(orgId)!.filter(({ seal: of }) => of === number).length;
  if (count < 2) return swapHashes(client, fixture, random);
  const swapped = `${row(1)} || ${row(0)} || substr(row_hashes, 65)`;
  await one(client, `update audit_seals set row_hashes = ${swapped} where org_id = $1 and number = $2`, [
    orgId,
    number,
  ]);
  return {
    name: 'reorder hashes of a seal',
    expected: [
      { orgId, kinds: ['seal_changed'], seal: number },
      { orgId, kinds: ['row_out_of_order'], seal: number },
    ],
    most: 2,
  };
};

export const deleteSeals: Alter = async (client, fixture, random) => {
  const orgId = pick(organizations(fixture), random);
  const number = 1 + Math.floor(random() * (fixture.seals.get(orgId)! - 1));
  await one(client, 'delete from audit_seals where org_id = $1 and number = $2', [orgId, number]);
  const withRows = random() < 0.5;
  if (withRows)
    for (const row of fixture.rows.get(orgId)!.filter(({ seal: of }) => of === number))
      await one(client, `delete from audit_events where ${KEY}`, key(row));
  const renumber = random() < 0.5;
  if (renumber) {
    // Above all others first, so that numbers stay unique during the update.
    await client.query('update audit_seals set number = number + 100000 where org_id = $1 and number > $2', [
      orgId,
      number,
    ]);
    await client.query(
      'update audit_seals set number = number - 100001 where org_id = $1 and number > 100000',
      [orgId],
    );
  }
  const expected: Expected = renumber
    ? { orgId, kinds: ['chain_broken', 'seal_changed'], seal: number }
    : { orgId, kinds: ['seal_missing'], seal: number };
  return {
    name: `delete a seal${withRows ? ' with its rows' : ''}${renumber ? ', others renumbered' : ''}`,
    expected: [expected],
    most: 200,
  };
};

export const swapSeals: Alter = async (client, fixture, random) => {
  const [a, b] = organizations(fixture) as [string, string];
  const number = 1 + Math.floor(random() * Math.min(fixture.seals.get(a)!, fixture.seals.get(b)!));
  const set = 'update audit_seals set org_id = $3 where org_id = $1 and number = $2';
  await one(client, set, [a, number, '00000000-0000-7000-8000-000000000001']);
  await one(client, set, [b, number, a]);
  await one(client, set, ['00000000-0000-7000-8000-000000000001', number, b]);
  return {
    name: 'exchange seals of two organizations',
    expected: [
      { orgId: a, kinds: ['seal_changed'], seal: number },
      { orgId: b, kinds: ['seal_changed'], seal: number },
    ],
    most: 1_000,
  };
};

export const removeAll: Alter = async (client, fixture, random) => {
  const orgId = pick(organizations(fixture), random);
  await client.query('delete from audit_events where org_id = $1', [orgId]);
  const seals = random() < 0.5;
  if (seals) await client.query('delete from audit_seals where org_id = $1', [orgId]);
  return {
    name: `remove an organization's ${seals ? 'audit' : 'rows'}`,
    expected: [{ orgId, kinds: seals ? ['tail_cut'] : ['row_missing'], seal: 1 }],
    most: 1_000,
  };
};
