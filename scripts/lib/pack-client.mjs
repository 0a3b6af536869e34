// Compiles docs/client and packs it as dist/client.tgz, which /docs/client.tgz serves.
import fs from 'node:fs';
import path from 'node:path';
import { root, ScriptError } from './root.mjs';
import { npm, tool } from './run.mjs';

export const PACKED_CLIENT = 'dist/client.tgz';

export async function packClient(options) {
  const source = path.join(root, 'docs/client');
  const folder = path.join(root, 'dist/client');
  fs.rmSync(folder, { recursive: true, force: true });
  if ((await tool('tsc', ['-p', source], options)) !== 0)
    throw new ScriptError('The client could not be compiled; the errors are above.');
  fs.copyFileSync(path.join(source, 'README.md'), path.join(folder, 'README.md'));
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const manifest = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8'));
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, version }, null, 2));
  const packed = path.join(root, 'dist', `${manifest.name}-${version}.tgz`);
  const words = ['pack', folder, '--pack-destination', path.join(root, 'dist'), '--silent'];
  if ((await npm(words, { ...options, quietStdout: true })) !== 0)
    throw new ScriptError('The client could not be packed; the errors are above.');
  fs.renameSync(packed, path.join(root, PACKED_CLIENT));
}
