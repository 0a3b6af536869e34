import { NEXT_TXID } from '../../db/generations';
import { showId } from '../../shared/ids';
import type { AnchorFile } from '../anchor';
import { checkAnchors, type Anchored } from './anchors';
import { Archives, type ArchivedSeals } from './archives';
import { walkChain, type ChainResult, type Gap, type Stray, type Walk } from './chain';
import { rowHash } from './encoding';
import { Report, type Finding, type FindingKind } from './report';
import { restoredGenerations, Restores, type DeclaredRestore } from './restores';
import { SETTINGS, type Reader } from './streams';

/**
 * `audit verify`: recomputes every hash from the rows and reports where they differ from the seals. Written from
 * docs/audit-encoding.md, independently of the sealer. Reads within one snapshot and changes nothing.
 */

export interface Verification {
  organizations: {
    org: string;
    seals: number;
    rows: number;
    unsealed: number;
    oldest_unsealed_at: string | null;
    anchored_seal: number | null;
  }[];
  /** Each is a claim of an operator: compare it with your own records. */
  restores: DeclaredRestore[];
  /** Rows in files, which `audit verify-archive` verifies. */
  archives: ArchivedSeals[];
  findings: Finding[];
  /** Of all findings, including those not listed. */
  counts: Partial<Record<FindingKind, number>>;
  notices: string[];
}

export interface VerifyOptions {
  /** `uuid`; null: all. */
  orgId: string | null;
  anchor: AnchorFile | null;
  onProgress?: (rows: number, total: number) => void;
}

/** Every organization with rows or seals, even if missing from the table of organizations. */
const ORGANIZATIONS = `
  with recursive a as (
    (select org_id from audit_events order by org_id limit 1)
    union all select (select e.org_id from audit_events e where e.org_id > a.org_id order by e.org_id limit 1) from a where a.org_id is not null
  ), s as (
    (select org_id from audit_seals order by org_id limit 1)
    union all select (select t.org_id from audit_seals t where t.org_id > s.org_id order by t.org_id limit 1) from s where s.org_id is not null
  )
  select org_id::text from a where org_id is not null union select org_id::text from s where org_id is not null order by 1`;

const TOTAL = `select coalesce(sum(row_count), 0)::float8 as total from audit_seals where org_id = any($1::uuid[])`;

/** @param reader a connection inside a transaction; REPEATABLE READ while the service is running */
export async function verifyAudit(reader: Reader, options: VerifyOptions): Promise<Verification> {
  const report = new Report();
  await reader.query(SETTINGS);
  const ids = options.orgId ? [options.orgId] : await organizationsOf(reader);
  const { total } = (await reader.query(TOTAL, [ids])).rows[0] as { total: number };
  const { next } = (await reader.query(`select ${NEXT_TXID}::text as next`)).rows[0] as { next: string };
  let done = 0;
  const walk: Walk = {
    reader,
    report,
    restores: [],
    strays: [],
    gaps: [],
    nextTxid: next,
    onRows(count) {
      done += count;
      // Completion is reported once: the number of unsealed and inserted rows is not known before.
      if (done < total) options.onProgress?.(done, total);
    },
  };
  const chains = new Map<string, ChainResult>();
  const archives = await Archives.read(reader, ids);
  for (const id of ids) chains.set(id, await walkChain(walk, id, archives.lastSeal(id)));
  options.onProgress?.(total, total);
  nameOwners(report, walk.strays, walk.gaps);
  const numbers = new Map([...chains].map(([id, { lastNumber }]) => [id, lastNumber]));
  const isAsked = (id: string) => options.orgId === null || id === options.orgId;
  const restores = new Restores(walk.restores, numbers, await restoredGenerations(reader));
  const anchored = options.anchor
    ? await checkAnchors(reader, report, options.anchor, isAsked, numbers, restores, archives)
    : null;
  reportLimits(report, chains, anchored);
  return {
    organizations: [...chains].map(([id, chain]) => ({
      org: showId('organization', id),
      seals: chain.seals,
      rows: chain.rows,
      unsealed: chain.unsealed,
      oldest_unsealed_at: chain.oldestUnsealed,
      anchored_seal: anchored?.newest.get(id)?.number ?? null,
    })),
    restores: restores.list(anchored !== null),
    archives: archives.list(anchored !== null),
    findings: report.findings,
    counts: report.counts,
    notices: report.notices,
  };
}

async function organizationsOf(reader: Reader): Promise<string[]> {
  return ((await reader.query(ORGANIZATIONS)).rows as { org_id: string }[]).map(({ org_id }) => org_id);
}

/**
 * A row moved to another organization is missing from its own and unknown in the other: its old hash identifies the
 * owner.
 */
function nameOwners(report: Report, strays: Stray[], gaps: Gap[]): void {
  const missing = new Map(gaps.map((gap) => [`${gap.orgId} ${gap.hash.toString('latin1')}`, gap]));
  const owners = [...new Set(gaps.map(({ orgId }) => orgId))];
  for (const { orgId, row, finding } of strays) {
    for (const owner of owners.filter((id) => id !== orgId)) {
      const gap = missing.get(`${owner} ${rowHash({ ...row, org_id: owner }).toString('latin1')}`);
      if (!gap) continue;
      const whose = `row ${gap.finding.position} of seal ${gap.finding.seal}`;
      report.rename(finding, 'row_of_other_organization', `The row belongs to ${gap.finding.org}, ${whose}.`);
      gap.finding.message += ` It is now in ${finding.org}.`;
    }
  }
}

function reportLimits(
  report: Report,
  chains: ReadonlyMap<string, ChainResult>,
  anchored: Anchored | null,
): void {
  const all = [...chains.values()];
  const unsealed = all.reduce((sum, chain) => sum + chain.unsealed, 0);
  if (unsealed > 0)
    report.notice(
      `${unsealed} rows are not sealed yet and cannot be checked. While a worker runs, these are the rows of about the last second.`,
    );
  if (!anchored)
    report.notice(
      'Without --anchor, neither a truncated audit nor rows and seals rewritten together can be detected.',
    );
  for (const [id, chain] of anchored ? chains : []) {
    const line = anchored!.newest.get(id);
    const org = showId('organization', id);
    if (!line && chain.seals > 0)
      report.notice(
        `The anchor file has no line of ${org}: a truncated or rewritten audit would not be detected.`,
      );
    else if (line && line.number < chain.lastNumber)
      report.notice(
        `${org}: seals ${line.number + 1} to ${chain.lastNumber} are newer than the last anchor (${line.at}).`,
      );
  }
}
