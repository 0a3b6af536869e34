import { readLines, type AnchorFile, type SealLine } from '../anchor';
import type { Archives } from './archives';
import type { Report } from './report';
import type { Restores } from './restores';
import type { Reader } from './streams';

/** Compares an anchor file with the seals: every anchored seal must still exist unchanged, or a restore has lost it. */

const AT_ONCE = 500;
const FIND = `
  select s.org_id::text as org_id, s.number, encode(s.hash, 'hex') as hash
  from unnest($1::uuid[], $2::int[]) a(org_id, number) join audit_seals s on s.org_id = a.org_id and s.number = a.number`;

export interface Anchored {
  lines: number;
  /** Lines of seals that declared restores have lost. */
  lost: number;
  /** Newest line of each organization, by `uuid`. */
  newest: Map<string, { number: number; at: string }>;
}

/**
 * @param isAsked whether an organization (`uuid`) is part of this verification
 * @param lastNumbers the last seal of each verified organization
 */
export async function checkAnchors(
  reader: Reader,
  report: Report,
  file: AnchorFile,
  isAsked: (orgId: string) => boolean,
  lastNumbers: ReadonlyMap<string, number>,
  restores: Restores,
  archives: Archives,
): Promise<Anchored> {
  const anchored: Anchored = { lines: 0, lost: 0, newest: new Map() };
  let unreadable = 0;
  let waiting: SealLine[] = [];
  const checkPending = async () => {
    const keys = [waiting.map(({ orgId }) => orgId), waiting.map(({ number }) => number)];
    const rows = (await reader.query(FIND, keys)).rows as { org_id: string; number: number; hash: string }[];
    const hashes = new Map(rows.map(({ org_id, number, hash }) => [`${org_id} ${number}`, hash]));
    for (const line of waiting) {
      const hash = hashes.get(`${line.orgId} ${line.number}`);
      if (hash !== line.hash && restores.explain(line)) {
        anchored.lost++;
        continue;
      }
      const known = anchored.newest.get(line.orgId);
      if (!known || known.number <= line.number)
        anchored.newest.set(line.orgId, { number: line.number, at: line.at });
      checkLine(report, line, hash, lastNumbers, restores);
    }
    waiting = [];
  };
  // First, because a file that was joined from parts may have any order.
  for await (const line of readLines(file)) {
    if (line?.kind === 'restored' && isAsked(line.orgId)) restores.anchor(line);
    if (line?.kind === 'archived') archives.anchor(line);
  }
  archives.reportUnanchored(report);
  for await (const line of readLines(file)) {
    if (!line) unreadable++;
    else if (line.kind === 'seal' && isAsked(line.orgId)) {
      anchored.lines++;
      waiting.push(line);
      if (waiting.length === AT_ONCE) await checkPending();
    }
  }
  if (waiting.length > 0) await checkPending();
  if (unreadable > 0)
    report.notice(
      `${unreadable} lines of the anchor file cannot be read; a crash may cut a line short, nothing else should.`,
    );
  return anchored;
}

function checkLine(
  report: Report,
  line: SealLine,
  hash: string | undefined,
  lastNumbers: ReadonlyMap<string, number>,
  restores: Restores,
): void {
  if (hash === line.hash) return;
  const { orgId, number } = line;
  const last = lastNumbers.get(orgId) ?? 0;
  const reference = `was anchored at ${line.at} (line ${line.line})`;
  const claim = restores.isOnlyClaimed(line)
    ? ' The audit declares a restore that has lost it, but the anchor file does not: this proves nothing.'
    : '';
  if (hash !== undefined)
    report.add(
      'anchor_mismatch',
      orgId,
      { seal: number },
      `Seal ${number} differs from the one that ${reference}: the audit was rewritten from there or earlier.${claim}`,
    );
  else if (number > last)
    report.add(
      'tail_cut',
      orgId,
      { seal: last + 1 },
      `The audit ends at seal ${last}, but seal ${number} ${reference}.${claim}`,
    );
  else report.add('anchor_mismatch', orgId, { seal: number }, `Seal ${number} is missing, but ${reference}.`);
}
