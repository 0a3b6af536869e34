// npm run dev: the server with reload. Pages reload automatically; a change under server/ restarts the process.
import { spawn } from 'node:child_process';
import { bundleOptions } from './lib/bundle.mjs';
import { install, isInstalled } from './lib/install.mjs';
import { whilePreparing } from './lib/lock.mjs';
import { main, root, say } from './lib/root.mjs';

await main(async () => {
  if (!isInstalled()) await whilePreparing(() => install());
  const { context } = await import('esbuild');
  let child = null;
  let ending = false;

  const stop = (running) =>
    new Promise((resolve) => {
      if (!running || running.exitCode !== null) return resolve();
      running.once('exit', resolve);
      running.kill('SIGTERM');
    });
  const restart = async () => {
    if (child) say('Restarting');
    await stop(child);
    if (ending) return;
    child = spawn(process.execPath, ['--enable-source-maps', 'dist/dev/main.mjs'], {
      cwd: root,
      stdio: 'inherit',
      // A separate process group, so that Ctrl-C reaches it once, through us.
      detached: process.platform !== 'win32',
      env: { ...process.env, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' },
    });
  };

  let queue = Promise.resolve();
  const plugin = {
    name: 'restart',
    setup: (build) =>
      build.onEnd(({ errors }) => {
        if (errors.length === 0) queue = queue.then(restart);
      }),
  };
  const watcher = await context({
    ...bundleOptions(['main', 'intake-thread']),
    outdir: 'dist/dev',
    plugins: [plugin],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, async () => {
      if (ending) return;
      ending = true;
      await queue;
      await stop(child);
      await watcher.dispose();
      process.exit(0);
    });
  await watcher.watch();
});
