import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { breakingChanges } from './breaking-changes';
import { BASELINE, filesOf, SNAPSHOT, snapshotText } from './files';

/** The two commands of scripts/openapi.mjs. Both return a sentence for the user. */

export async function update(): Promise<string> {
  const snapshot = snapshotText();
  writeFileSync(SNAPSHOT, snapshot);
  const files = await filesOf(snapshot);
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text);
  return `${[SNAPSHOT, ...Object.keys(files)].join(', ')} are up to date.`;
}

/** Fails if there is a breaking change, so that a release never adopts one as the new baseline. */
export function release(): string {
  const snapshot = readFileSync(SNAPSHOT, 'utf8');
  const broken = existsSync(BASELINE)
    ? breakingChanges(JSON.parse(readFileSync(BASELINE, 'utf8')), JSON.parse(snapshot))
    : [];
  if (broken.length > 0) {
    process.exitCode = 1;
    return `Not released. Clients written against ${BASELINE} would break:\n${broken.join('\n')}`;
  }
  writeFileSync(BASELINE, snapshot);
  return `${BASELINE} is now today's contract. Commit it together with the release.`;
}
