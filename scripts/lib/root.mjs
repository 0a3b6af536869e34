// Checks that need nothing installed: the place of the repository and the version of Node.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`This needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
process.chdir(root);

/** Progress for people, on standard error: standard output belongs to what is run. */
export function say(sentence) {
  process.stderr.write(`- ${sentence}\n`);
}

export class ScriptError extends Error {}

/** Runs a script's body; what a person can act on is said in one sentence. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
