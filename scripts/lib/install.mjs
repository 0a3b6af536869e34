// Installs the dependencies if node_modules does not match package-lock.json.
import fs from 'node:fs';
import path from 'node:path';
import { root, say, ScriptError } from './root.mjs';
import { npm } from './run.mjs';

/** Whether every package of the lock file is installed in its version (except packages for other platforms). */
export function isInstalled() {
  const wanted = readJson('package-lock.json')?.packages;
  const found = readJson('node_modules/.package-lock.json')?.packages;
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(([name, { version, optional, link }]) => {
    if (name === '' || link) return true;
    return found[name]
      ? found[name].version === version && fs.existsSync(path.join(root, name))
      : optional === true;
  });
}

export async function install({ quietStdout = false } = {}) {
  say('Installing dependencies (npm install)');
  // The build needs development packages, whatever NODE_ENV is.
  const code = await npm(['install', '--include=dev', '--no-audit', '--no-fund'], {
    env: { NODE_ENV: undefined },
    quietStdout,
  });
  if (code !== 0) throw new ScriptError('The dependencies could not be installed; npm says why above.');
}

function readJson(name) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));
  } catch {
    return null;
  }
}
