import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Sample files in `tests/fixtures`; its README.md lists sources and licenses. */
export const FIXTURES = path.resolve('tests/fixtures');

export interface Fixture {
  name: string;
  path: string;
  bytes: Buffer;
}

export function fixtures(folder: string): Fixture[] {
  const found = readdirSync(path.join(FIXTURES, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(README\.md|sources\.csv)$/.test(entry.name))
    .map(({ name }) => ({ name, path: path.join(FIXTURES, folder, name) }));
  return found.map((file) => ({ ...file, bytes: readFileSync(file.path) }));
}
