import { GENERATION } from '../db/generations';
import { covers, readLines, type AnchorFile, type DeclarationLine, type SealLine } from './anchor';
import { ROW_HASH } from './row-hash';
import type { Query } from './seal';

/** Finds the lines of anchor files whose seals the database does not contain. */

export const DECLARE_RESTORE = 'declare_restore';

export interface LostLines {
  org: string;
  /** Lowest and highest number. */
  from: number;
  to: number;
  /** Time of the newest line. */
  until: string;
}

interface Losses {
  /** By organization (UUID). Without lines that a declared restore explains. */
  lost: Map<string, LostLines>;
  /** Organizations (UUID) with a declared restore. */
  declared: Set<string>;
}

const AT_ONCE = 2_000;

/** @param last reads the end of this size only */
export async function findLosses(query: Query, files: readonly AnchorFile[], last?: number): Promise<Losses> {
  const declarations = await validDeclarations(query, files, last);
  const losses: Losses = { lost: new Map(), declared: new Set(declarations.keys()) };
  for (const file of files) {
    let batch: SealLine[] = [];
    for await (const line of readLines(file, last)) {
      if (line?.kind !== 'seal') continue;
      if ((declarations.get(line.orgId) ?? []).some((one) => covers(one, line))) continue;
      batch.push(line);
      if (batch.length === AT_ONCE) {
        await addLosses(query, batch, losses.lost);
        batch = [];
      }
    }
    await addLosses(query, batch, losses.lost);
  }
  return losses;
}

const SEALS = `
  select s.org_id as "orgId", s.number, encode(s.hash, 'hex') as hash
  from unnest($1::uuid[], $2::int[]) a(org_id, number) join audit_seals s on s.org_id = a.org_id and s.number = a.number`;

async function addLosses(
  query: Query,
  lines: readonly SealLine[],
  lost: Map<string, LostLines>,
): Promise<void> {
  if (lines.length === 0) return;
  const rows = await query<{ orgId: string; number: number; hash: string }>('anchored_seals', SEALS, [
    lines.map(({ orgId }) => orgId),
    lines.map(({ number }) => number),
  ]);
  const hashes = new Map(rows.map(({ orgId, number, hash }) => [`${orgId} ${number}`, hash]));
  for (const { orgId, org, number, hash, at } of lines) {
    if (hashes.get(`${orgId} ${number}`) === hash) continue;
    const known = lost.get(orgId) ?? { org, from: number, to: number, until: at };
    lost.set(orgId, {
      org,
      from: Math.min(known.from, number),
      to: Math.max(known.to, number),
      until: Date.parse(at) > Date.parse(known.until) ? at : known.until,
    });
  }
}

const ROWS = `
  select encode(${ROW_HASH}, 'hex') as hash
  from unnest($1::uuid[], $2::text[]) a(org_id, txid)
  join audit_events e on e.org_id = a.org_id and e.txid = a.txid::xid8 where e.action = '${DECLARE_RESTORE}'`;
const RESTORES = `select number from generations where cause = 'restored'`;

/** A later restore may have lost a declaration: it then explains nothing. */
async function validDeclarations(
  query: Query,
  files: readonly AnchorFile[],
  last: number | undefined,
): Promise<Map<string, DeclarationLine[]>> {
  const found: DeclarationLine[] = [];
  for (const file of files)
    for await (const line of readLines(file, last)) if (line?.kind === 'restored') found.push(line);
  const valid = new Map<string, DeclarationLine[]>();
  if (found.length === 0) return valid;
  const rows = await query<{ hash: string }>('declared_restores', ROWS, [
    found.map(({ orgId }) => orgId),
    found.map(({ txid }) => txid),
  ]);
  const hashes = new Set(rows.map(({ hash }) => hash));
  const restores = await query<{ number: number }>('restored_generations', RESTORES, []);
  const generations = new Set(restores.map(({ number }) => number));
  for (const line of found) {
    const isValid =
      line.row === null ? generations.has(Number(BigInt(line.txid) / GENERATION)) : hashes.has(line.row);
    if (isValid) valid.set(line.orgId, [...(valid.get(line.orgId) ?? []), line]);
  }
  return valid;
}
