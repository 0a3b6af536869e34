import { readId } from '../../../server/shared/ids';
import { openAnchorFile } from '../../../server/audit/anchor';
import { verifyAudit, type Verification } from '../../../server/audit/verify/verify';
import * as rows from './alter-rows';
import * as seals from './alter-seals';
import type { Alter, Expected, Random, Fixture, SealedRow } from './fixture';
import { addOrganization, addRows, sealEverything, type AuditDatabase } from './audit-database';

/** Repeatedly alters and verifies, each in a transaction that is rolled back. */

export interface Outcome {
  name: string;
  ok: boolean;
  reported: string;
}

/** Repeated entries are used more often. */
const ALTERATIONS: readonly Alter[] = [
  rows.editColumn,
  rows.editColumn,
  rows.editColumn,
  rows.editColumn,
  rows.editColumn,
  rows.editColumn,
  rows.editKey,
  rows.deleteRows,
  rows.deleteRows,
  rows.insertRow,
  rows.insertRow,
  rows.swapRows,
  rows.swapRows,
  rows.moveRow,
  rows.moveRow,
  rows.swapOrganizations,
  seals.cutTail,
  rows.cutRows,
  seals.rewrite,
  seals.rewrite,
  seals.editSeal,
  seals.editSeal,
  seals.editSeal,
  seals.rehashSeal,
  seals.swapHashes,
  seals.deleteSeals,
  seals.swapSeals,
  seals.removeAll,
];

const BATCH_ROWS = 30;

export async function makeFixture(database: AuditDatabase, rows: number): Promise<Fixture> {
  const ids = [
    await addOrganization(database.superuser, 'altered-one'),
    await addOrganization(database.superuser, 'altered-two'),
  ];
  // Alternating, so that transactions of the two organizations interleave.
  for (let at = 0; at < rows; at += 40)
    for (const id of ids) await addRows(database.superuser, id, Math.min(40, rows - at), at);
  await sealEverything(database, BATCH_ROWS);
  const fixture: Fixture = {
    rows: new Map(),
    seals: new Map(),
    batchRows: BATCH_ROWS,
    edits: { rows: 0, seals: 0 },
  };
  for (const id of ids) {
    const found = await database.superuser.query<SealedRow>(
      `select e.org_id as "orgId", e.txid::text, e.id, s.number as seal,
         row_number() over (partition by s.number order by e.txid, e.id)::int as position
       from audit_events e join audit_seals s on s.org_id = e.org_id
         and (e.txid, e.id) between (s.first_txid, s.first_id) and (s.last_txid, s.last_id)
       where e.org_id = $1 order by e.txid, e.id`,
      [id],
    );
    fixture.rows.set(id, found.rows);
    fixture.seals.set(id, found.rows.at(-1)!.seal);
  }
  return fixture;
}

export async function verify(
  database: AuditDatabase,
  orgId: string | null = null,
  anchored = true,
): Promise<Verification> {
  const anchor = anchored ? await openAnchorFile(database.anchorFile) : null;
  return verifyAudit(database.superuser, { orgId, anchor });
}

export async function alterAndVerify(
  database: AuditDatabase,
  fixture: Fixture,
  count: number,
  seed: number,
  onOne?: (done: number) => void,
): Promise<Outcome[]> {
  const random = seeded(seed);
  fixture.edits = { rows: 0, seals: 0 };
  const outcomes: Outcome[] = [];
  for (let at = 0; at < count; at++) {
    // Every kind in turn; only the place is random.
    const alter = ALTERATIONS[at % ALTERATIONS.length]!;
    await database.superuser.query('BEGIN');
    try {
      const { name, expected, most } = await alter(database.superuser, fixture, random);
      const { findings, counts } = await verify(database);
      const lacking = expected.filter((wanted) => !findings.some((finding) => fits(finding, wanted)));
      const total = Object.values(counts).reduce((sum, found) => sum + found, 0);
      const reported =
        lacking.length > 0 || total > most
          ? JSON.stringify({ lacking, total, most, findings: findings.slice(0, 6) })
          : '';
      outcomes.push({ name, ok: reported === '', reported });
    } finally {
      await database.superuser.query('ROLLBACK');
    }
    onOne?.(at + 1);
  }
  return outcomes;
}

const fits = (finding: Verification['findings'][number], wanted: Expected): boolean =>
  readId('organization', finding.org) === wanted.orgId &&
  wanted.kinds.includes(finding.kind) &&
  finding.seal === wanted.seal &&
  (wanted.position === undefined || finding.position === wanted.position) &&
  (wanted.id === undefined || finding.id === wanted.id);

/** Mulberry32, deterministic for a seed. */
function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
