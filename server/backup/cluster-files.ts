import type { Entry } from './walk';

/**
 * Which files of a cluster belong into a base backup (PostgreSQL documentation, "Making a Base Backup Using the Low Level
 * API"). WAL is copied separately, once it is known which segments are needed.
 */

/** Kept as empty folders: PostgreSQL rebuilds their content, or it would be wrong in a copy. */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
  'backup_manifest',
  'current_logfiles',
  'postgresql.auto.conf.tmp',
]);

/** Copied last and read until two reads agree: PostgreSQL may be writing it. */
export const CONTROL_FILE = 'global/pg_control';

/** Relation files of temporary tables. */
const TEMPORARY = /^t\d+_\d+(?:_[a-z]+)?(?:\.\d+)?$/;

export function isLeftOut({ path, folder }: Entry): boolean {
  const parts = path.split('/');
  const name = parts.at(-1)!;
  if (parts.length > 1 && EMPTIED.has(parts[0]!)) return true;
  if (parts[0] === 'pg_wal') return parts.length > 1 && !folder;
  return (
    LEFT_OUT.has(path) ||
    path === CONTROL_FILE ||
    name.startsWith('pgsql_tmp') ||
    name.startsWith('pg_internal.init') ||
    (parts[0] === 'base' && TEMPORARY.test(name))
  );
}

const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;

/**
 * Names of all WAL segments from the first to the last, both of one timeline.
 * @param segmentBytes `wal_segment_size`
 */
export function segmentsBetween(first: string, last: string, segmentBytes: number): string[] {
  const [from, to] = [first, last].map((name) => SEGMENT.exec(name));
  if (!from || !to || from[1] !== to[1]) throw new Error('Not two WAL segments of one timeline');
  const perId = 2 ** 32 / segmentBytes;
  const numberOf = (parts: RegExpExecArray) => parseInt(parts[2]!, 16) * perId + parseInt(parts[3]!, 16);
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  const names: string[] = [];
  for (let number = numberOf(from); number <= numberOf(to); number += 1)
    names.push(`${from[1]}${hex(Math.floor(number / perId))}${hex(number % perId)}`);
  return names;
}
