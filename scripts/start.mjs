// npm start: installs and builds what is missing or stale, then becomes the server. npm start -- --empty: without demo data.
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { main, root, ScriptError } from './lib/root.mjs';
import { prepare } from './lib/prepare.mjs';

// npm forwards a signal only to its shell, which exits without forwarding it: the shell's exit counts as the signal.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 100).unref();
}

await main(async () => {
  const words = process.argv.slice(2);
  if (words.some((word) => word !== '--empty')) throw new ScriptError('The only argument is --empty.');
  if (words.length > 0) process.env.DEMO_DATA = 'none';
  // Standard output is for the log.
  await prepare(['server', 'pages', 'client'], { quietStdout: true });
  process.env.NODE_ENV = 'production';
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  // In this process, so that signals and exit codes need no forwarding and no process is left behind.
  await import(pathToFileURL(path.join(root, 'dist/main.mjs')).href);
});
