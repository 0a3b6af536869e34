import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { readId } from '../../shared/ids';
import type { Report } from './report';
import type { Reader } from './streams';

/** Compares an anchor file with the seals: every anchored seal must still exist unchanged. */

export interface AnchorFile {
  path: string;
  /** Lines written later refer to seals outside the database snapshot. */
  size: number;
}

interface Line {
  at: string;
  line: number;
  orgId: string;
  number: number;
  hash: string;
}

/** Called before the database snapshot is taken. Throws if the file cannot be read. */
export async function openAnchorFile(path: string): Promise<AnchorFile> {
  const found = await stat(path);
  if (!found.isFile()) throw Object.assign(new Error('not a file'), { code: 'EISDIR' });
  return { path, size: found.size };
}

const AT_ONCE = 500;
const FIND = `
  select s.org_id::text as org_id, s.number, encode(s.hash, 'hex') as hash
  from unnest($1::uuid[], $2::int[]) a(org_id, number) join audit_seals s on s.org_id = a.org_id and s.number = a.number`;

export interface Anchored {
  lines: number;
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
): Promise<Anchored> {
  const anchored: Anchored = { lines: 0, newest: new Map() };
  let unreadable = 0;
  let waiting: Line[] = [];
  const checkPending = async () => {
    const keys = [waiting.map(({ orgId }) => orgId), waiting.map(({ number }) => number)];
    const rows = (await reader.query(FIND, keys)).rows as { org_id: string; number: number; hash: string }[];
    const hashes = new Map(rows.map(({ org_id, number, hash }) => [`${org_id} ${number}`, hash]));
    for (const line of waiting)
      checkLine(report, line, hashes.get(`${line.orgId} ${line.number}`), lastNumbers);
    waiting = [];
  };
  if (file.size === 0) return anchored;
  const input = createReadStream(file.path, { encoding: 'utf8', end: file.size - 1 });
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line++;
    if (!text.trim()) continue;
    const read = readLine(text, line);
    if (!read) unreadable++;
    else if (isAsked(read.orgId)) {
      anchored.lines++;
      const known = anchored.newest.get(read.orgId);
      if (!known || known.number <= read.number)
        anchored.newest.set(read.orgId, { number: read.number, at: read.at });
      waiting.push(read);
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
  line: Line,
  hash: string | undefined,
  lastNumbers: ReadonlyMap<string, number>,
): void {
  if (hash === line.hash) return;
  const { orgId, number } = line;
  const last = lastNumbers.get(orgId) ?? 0;
  const reference = `was anchored at ${line.at} (line ${line.line})`;
  if (hash !== undefined)
    report.add(
      'anchor_mismatch',
      orgId,
      { seal: number },
      `Seal ${number} differs from the one that ${reference}: the audit was rewritten from there or earlier.`,
    );
  else if (number > last)
    report.add(
      'tail_cut',
      orgId,
      { seal: last + 1 },
      `The audit ends at seal ${last}, but seal ${number} ${reference}.`,
    );
  else report.add('anchor_mismatch', orgId, { seal: number }, `Seal ${number} is missing, but ${reference}.`);
}

function readLine(text: string, line: number): Line | null {
  try {
    const { org, number, hash, at } = JSON.parse(text) as Record<string, unknown>;
    const orgId = typeof org === 'string' ? readId('organization', org) : null;
    const sound = Number.isSafeInteger(number) && (number as number) > 0 && (number as number) < 2 ** 31;
    if (!orgId || !sound || typeof hash !== 'string' || typeof at !== 'string') return null;
    return { orgId, number: number as number, hash, at, line };
  } catch {
    return null;
  }
}
