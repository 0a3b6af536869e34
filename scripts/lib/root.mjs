// Works without installed packages: repository root and Node version.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`This needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
process.chdir(root);

/** Progress on standard error: standard output belongs to the program being run. */
export function say(sentence) {
  process.stderr.write(`- ${sentence}\n`);
}

export class ScriptError extends Error {}

/** Runs a script's body; reports an expected error as one sentence. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
