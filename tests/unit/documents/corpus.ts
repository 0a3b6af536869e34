import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Sample files that lie beside the repository; absent in a plain clone, where the tests over them are skipped. */
const root = path.resolve(import.meta.dirname, '../../../../shared/data');

export const hasCorpus = existsSync(path.join(root, 'documents'));

export interface Sample {
  name: string;
  path: string;
  bytes: Buffer;
}

export function samples(folder: string): Sample[] {
  const full = path.join(root, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full)
    .filter((name) => !/^(README\.md|index\.csv)$/.test(name))
    .map((name) => ({ name, path: path.join(full, name), bytes: readFileSync(path.join(full, name)) }));
}
