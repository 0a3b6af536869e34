import { openGenerationOfRestore } from '../db/generations';
import { asWorker, enterTenant, type Tx } from '../db/transaction';
import { recordAudit } from '../shared/audit';
import { showId } from '../shared/ids';
import { systemContext } from '../shared/system-actor';
import { appendLines, declarationLine, headLine, type AnchorFile, type Loss } from './anchor';
import { DECLARE_RESTORE, findLosses, type LostLines } from './losses';
import { ROW_HASH } from './row-hash';
import { seal } from './seal';
import { queryOf, readHeads } from './sealer';

/**
 * Declares a restore that has lost audit rows (decision 0052): opens a generation, records the lost seals in the audit
 * of each organization, seals these rows, and writes the declaration to the anchor file.
 */

interface DeclaredLoss extends Loss {
  /** Written after the restore and before its declaration. */
  seals_before: number;
  rows_before: number;
}

/** `detail` of the audit row. */
interface DeclarationDetail {
  reason: string;
  generation: number;
  lost?: DeclaredLoss;
}

export interface DeclaredRestore {
  generation: number;
  anchor_file: string;
  organizations: { org: string; lost: DeclaredLoss | null }[];
  /** Organizations whose audit was changed rather than restored: nothing is declared for them. */
  rejected: { org: string; seal: number; until: string }[];
}

interface Options {
  reason: string;
  /** Lost seals are looked up there. */
  anchors: readonly AnchorFile[];
  /** Receives the declaration. */
  anchorFile: string;
  now?: () => Date;
}

export async function declareRestore(options: Options): Promise<DeclaredRestore> {
  const { anchorFile, now = () => new Date() } = options;
  const { txid, lostOrganizations, ...declared } = await asWorker((tx) => record(tx, options, now()));
  const declaredIds = declared.organizations.map(({ id }) => id);
  const hashes = await sealRows(declaredIds, txid, now);
  const heads = await asWorker((tx) => readHeads(queryOf(tx)));
  const lines = [
    ...heads.map((head) => headLine(head, now())),
    ...declared.organizations.flatMap(({ id, org, lost }) =>
      lost ? [declarationLine(org, { row: hashes.get(id)!, txid, ...lossOf(lost) }, now())] : [],
    ),
    ...lostOrganizations.map(({ org, to, until }) =>
      declarationLine(org, { row: null, txid, from: 1, to, until }, now()),
    ),
  ];
  await appendLines(anchorFile, lines);
  return {
    generation: declared.generation,
    anchor_file: anchorFile,
    organizations: [
      ...declared.organizations.map(({ org, lost }) => ({ org, lost })),
      ...lostOrganizations.map(({ org, to, until }) => ({
        org,
        lost: { from: 1, to, until, seals_before: 0, rows_before: 0 },
      })),
    ],
    rejected: declared.rejected,
  };
}

const lossOf = ({ from, to, until }: Loss): Loss => ({ from, to, until });

interface Recorded {
  txid: string;
  generation: number;
  organizations: { id: string; org: string; lost: DeclaredLoss | null }[];
  lostOrganizations: LostLines[];
  rejected: DeclaredRestore['rejected'];
}

const ORGANIZATIONS = 'select id, generation_txid()::text as txid from organizations order by id';

async function record(tx: Tx, { reason, anchors }: Options, now: Date): Promise<Recorded> {
  const query = queryOf(tx);
  const generation = await openGenerationOfRestore(tx, reason);
  const { lost } = await findLosses(query, anchors);
  const rows = await query<{ id: string; txid: string }>('restored_organizations', ORGANIZATIONS, []);
  const recorded: Recorded = {
    txid: rows[0]?.txid ?? '',
    generation,
    organizations: [],
    lostOrganizations: [],
    rejected: [],
  };
  for (const { id } of rows) {
    const org = showId('organization', id);
    const lines = lost.get(id);
    lost.delete(id);
    const chain = lines ? await readChain(tx, id, lines.until, now) : null;
    if (lines && chain && (chain.kept >= lines.from || chain.is_future))
      recorded.rejected.push({ org, seal: lines.from, until: lines.until });
    else
      recorded.organizations.push({
        id,
        org,
        lost:
          lines && chain
            ? {
                from: chain.kept + 1,
                to: lines.to,
                until: lines.until,
                seals_before: chain.seals,
                rows_before: chain.rows,
              }
            : null,
      });
  }
  recorded.lostOrganizations = rows.length === 0 ? [] : [...lost.values()];
  await tx.client.query('RESET ROLE');
  for (const { id, lost: loss } of recorded.organizations) {
    const detail: DeclarationDetail = { reason, generation, ...(loss ? { lost: loss } : {}) };
    await enterTenant(tx, id);
    await recordAudit(tx, systemContext(id, 'admin'), {
      action: 'declare_restore',
      kind: 'write',
      outcome: 'allowed',
      objectKind: 'organization',
      objectId: id,
      detail: { ...detail },
    });
  }
  return recorded;
}

/**
 * A restored chain ends before the first lost seal, and everything above was sealed after the loss. A seal from before
 * the loss in place of a lost one means that the audit was changed.
 */
const CHAIN = `
  select kept.number as kept, count(s.number)::int as seals,
    (coalesce(sum(s.row_count), 0) + (
      select count(*) from audit_events e where e.org_id = $1 and (e.txid, e.id) >
        (coalesce(newest.last_txid, '0'), coalesce(newest.last_id, '00000000-0000-0000-0000-000000000000'))))::int as rows,
    coalesce(bool_or(s.sealed_at > $3::timestamptz + interval '1 minute'), false) as is_future
  from (select coalesce((
    select number from audit_seals where org_id = $1 and sealed_at <= $2 order by number desc limit 1), 0) as number) kept
  left join lateral (
    select last_txid, last_id from audit_seals where org_id = $1 order by number desc limit 1) newest on true
  left join audit_seals s on s.org_id = $1 and s.number > kept.number
  group by kept.number, newest.last_txid, newest.last_id`;

interface Chain {
  /** The last seal from before the loss. */
  kept: number;
  seals: number;
  rows: number;
  is_future: boolean;
}

async function readChain(tx: Tx, orgId: string, until: string, now: Date): Promise<Chain> {
  const [row] = await queryOf(tx)<Chain>('restored_chain', CHAIN, [orgId, until, now]);
  return row!;
}

const SEALED = `
  select a.org_id as "orgId", encode(${ROW_HASH}, 'hex') as hash
  from unnest($1::uuid[]) a(org_id) join audit_events e on e.org_id = a.org_id and e.txid = $2::xid8
  cross join lateral (
    select last_txid from audit_seals where org_id = a.org_id order by number desc limit 1) s
  where e.action = '${DECLARE_RESTORE}' and s.last_txid >= e.txid`;
const LONGEST_MS = 60_000;

/** The sealer of the service may be running as well; one of the two seals the rows. */
async function sealRows(
  orgIds: readonly string[],
  txid: string,
  now: () => Date,
): Promise<Map<string, string>> {
  const deadline = Date.now() + LONGEST_MS;
  for (;;) {
    while ((await asWorker((tx) => seal(queryOf(tx), { now: now() }))).more);
    const rows = await asWorker((tx) =>
      queryOf(tx)<{ orgId: string; hash: string }>('sealed_declarations', SEALED, [orgIds, txid]),
    );
    if (rows.length === orgIds.length) return new Map(rows.map(({ orgId, hash }) => [orgId, hash]));
    if (Date.now() > deadline)
      throw new Error('The declaration cannot be sealed while an older transaction is open.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
