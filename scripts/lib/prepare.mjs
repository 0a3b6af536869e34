// Updates node_modules and the builds if they are stale.
import { bundle } from './bundle.mjs';
import { compileAhead } from './compile-ahead.mjs';
import { compressStatic } from './compress.mjs';
import { install, isInstalled } from './install.mjs';
import { whilePreparing } from './lock.mjs';
import { PACKED_CLIENT, packClient } from './pack-client.mjs';
import { say, ScriptError } from './root.mjs';
import { tool } from './run.mjs';
import { hashOf, isFresh, removeStamp, SOURCES, writeStamp } from './stamp.mjs';

const BUILDS = {
  server: {
    result: 'dist/main.mjs',
    says: 'Bundling the server',
    make: () => bundle(['main', 'admin', 'intake-thread']),
  },
  client: { result: PACKED_CLIENT, says: 'Packing the client', make: packClient },
  bench: { result: 'dist/bench.mjs', says: 'Bundling the benchmarks', make: () => bundle(['bench']) },
  pages: { result: '.next/BUILD_ID', says: 'Building the pages (about half a minute)', make: buildPages },
};

/**
 * @param {('server' | 'pages' | 'client' | 'bench')[]} builds
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
      // Hashed before building: a source changed during the build makes the result stale.
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
  // One build works for all settings: server/env.ts ignores the environment while CLINICAL_BUILD is set.
  const env = { CLINICAL_BUILD: '1', NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  if ((await tool('next', ['build'], { env, quietStdout })) !== 0)
    throw new ScriptError('The pages could not be built; the errors are above.');
  compileAhead();
  await compressStatic();
}
