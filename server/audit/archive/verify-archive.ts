import { showId } from '../../shared/ids';
import type { Reader } from '../verify/streams';
import type { ArchiveContent } from './archive-file';

const SEALS = `
  select number, encode(hash, 'hex') as hash, encode(previous_hash, 'hex') as previous
  from audit_seals where org_id = $1 and number between $2 and $3 order by number`;

/** Compares a file that was read with the seals of the database. */
export async function verifyArchive(reader: Reader, content: ArchiveContent) {
  const { orgId, from, to, rows, hashes, previousHash } = content;
  const faults = [...content.faults];
  const found = (await reader.query(SEALS, [orgId, from, to])).rows as {
    number: number;
    hash: string;
    previous: string;
  }[];
  const stored = new Map(found.map((seal) => [seal.number, seal]));
  if (stored.get(from)?.previous !== previousHash)
    faults.push(`Seal ${from} follows from another seal than in the database.`);
  for (const [at, hash] of hashes.entries())
    if (stored.get(from + at)?.hash !== hash)
      faults.push(`Seal ${from + at} differs from the one in the database.`);
  return { org: showId('organization', orgId), first_seal: from, last_seal: to, rows, faults };
}
