import path from 'node:path';
import { makeRelease, RELEASES, writeRelease } from '../../tests/support/release-database';

/** Of `npm run release`: keeps a database of this version for the tests of later ones. Returns its path. */
export async function keepDatabase(version: string): Promise<string> {
  const file = path.join(RELEASES, `${version}.json.gz`);
  await writeRelease(file, await makeRelease(version));
  return file;
}
