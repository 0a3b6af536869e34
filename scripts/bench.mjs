// npm run bench: builds everything, then runs the benchmarks.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './lib/prepare.mjs';
import { main, root } from './lib/root.mjs';

await main(async () => {
  await prepare(['server', 'pages', 'bench']);
  process.env.NODE_ENV = 'production';
  await import(pathToFileURL(path.join(root, 'dist/bench.mjs')).href);
});
