import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { asSuperuser } from './database';

/** Tables of the test database in which a word occurs, in any column, also in bytes. Words without quotes. */
export async function tablesWith(words: readonly string[]): Promise<string[]> {
  const columns = await asSuperuser<{ table: string; column: string; type: string }>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type from pg_class c
     join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const tables = [...new Set(columns.map(({ table }) => table))];
  const parts = tables.map((table) => {
    const binary = columns.filter((one) => one.table === table && one.type === 'bytea');
    const conditions = words.flatMap((word) => [
      `position(lower('${word}') in lower(t::text)) > 0`,
      ...binary.map(({ column }) => `position(convert_to('${word}', 'UTF8') in t.${column}) > 0`),
    ]);
    return `select '${table}' as name where exists (select 1 from ${table} t where ${conditions.join(' or ')})`;
  });
  const rows = await asSuperuser<{ name: string }>(parts.join(' union all '));
  return rows.map(({ name }) => name).sort();
}

/** Files below a folder that contain one of the words, by path. */
export async function filesWith(folder: string, words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    if (words.some((word) => bytes.includes(word))) found.push(path.relative(folder, file));
  }
  return found;
}
