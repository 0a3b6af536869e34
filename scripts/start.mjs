// npm start: installs and builds what is missing or stale, then becomes the server.
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { main, root } from './lib/root.mjs';
import { prepare } from './lib/prepare.mjs';

// npm passes a signal to its shell only, and the shell dies without passing it on: its end is our signal.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 100).unref();
}

await main(async () => {
  await prepare(['server', 'pages']);
  process.env.NODE_ENV = 'production';
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  // In this process: signals and exit codes need no passing on, and nothing can be left behind.
  await import(pathToFileURL(path.join(root, 'dist/main.mjs')).href);
});
