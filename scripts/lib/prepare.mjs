// Brings node_modules and the builds up to date; does nothing, fast, when they are.
import { bundle } from './bundle.mjs';
import { compileAhead } from './compile-ahead.mjs';
import { compressStatic } from './compress.mjs';
import { install, isInstalled } from './install.mjs';
import { whilePreparing } from './lock.mjs';
import { say, ScriptError } from './root.mjs';
import { tool } from './run.mjs';
import { hashOf, isFresh, removeStamp, SOURCES, writeStamp } from './stamp.mjs';

/** Settings of the running server must not reach the build: its result is the same for all of them. */
const SETTINGS =
  'HOST PORT PUBLIC_URL DATA_DIR DATABASE_URL MIGRATION_DATABASE_URL DATABASE_POOL CLINICAL_ROLES ENCRYPTION_KEYS STORAGE AUDIT_ANCHOR_FILE MAX_UPLOAD_BYTES WEBHOOK_ALLOW_CIDRS WEBHOOK_ALLOW_PORTS WEBHOOK_ALLOW_HTTP WEBHOOK_RATE TRUSTED_PROXIES LOG_LEVEL METRICS_TOKEN'.split(
    ' ',
  );

const BUILDS = {
  server: { result: 'dist/main.mjs', says: 'Bundling the server', make: () => bundle(['main', 'admin']) },
  bench: { result: 'dist/bench.mjs', says: 'Bundling the benchmarks', make: () => bundle(['bench']) },
  pages: { result: '.next/BUILD_ID', says: 'Building the pages (about half a minute)', make: buildPages },
};

/**
 * @param {('server' | 'pages' | 'bench')[]} builds
 * @param {{ force?: boolean, quietStdout?: boolean }} options
 */
export async function prepare(builds, { force = false, quietStdout = false } = {}) {
  if (
    !force &&
    isInstalled() &&
    builds.every((name) => isFresh(name, hashOf(SOURCES[name]), BUILDS[name].result))
  )
    return;
  await whilePreparing(async () => {
    if (!isInstalled()) await install({ quietStdout });
    for (const name of builds) {
      // Hashed before building: a source that changes meanwhile makes the result stale, not fresh.
      const hash = hashOf(SOURCES[name]);
      if (!force && isFresh(name, hash, BUILDS[name].result)) continue;
      say(BUILDS[name].says);
      removeStamp(name);
      await BUILDS[name].make({ quietStdout });
      writeStamp(name, hash);
    }
  });
}

async function buildPages({ quietStdout }) {
  const unset = Object.fromEntries(SETTINGS.map((name) => [name, undefined]));
  const env = { ...unset, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  if ((await tool('next', ['build'], { env, quietStdout })) !== 0)
    throw new ScriptError('The pages could not be built; the errors are above.');
  compileAhead();
  await compressStatic();
}
