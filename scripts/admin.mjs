// npm run admin: the operator's tool. Standard output contains only the tool's output.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './lib/prepare.mjs';
import { main, root } from './lib/root.mjs';

await main(async () => {
  await prepare(['server'], { quietStdout: true });
  process.env.NODE_ENV = 'production';
  await import(pathToFileURL(path.join(root, 'dist/admin.mjs')).href);
});
