// Compresses scripts and styles of the pages once at build time with the highest level: about a seventh smaller than
// Next's compression per request. `server/http/static-files.ts` serves them.
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { root } from './root.mjs';

const STATIC = path.join(root, '.next/static');
const COMPRESSED = path.join(root, '.next/brotli');
/** A smaller file fits into one packet uncompressed. */
const LEAST = 1024;
const compress = promisify(brotliCompress);

export async function compressStatic() {
  fs.rmSync(COMPRESSED, { recursive: true, force: true });
  const names = fs
    .readdirSync(STATIC, { recursive: true })
    .filter((name) => /\.(?:js|css)$/.test(name) && fs.statSync(path.join(STATIC, name)).size >= LEAST);
  await Promise.all(
    names.map(async (name) => {
      const bytes = fs.readFileSync(path.join(STATIC, name));
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      const file = path.join(COMPRESSED, `${name}.br`);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, await compress(bytes, { params }));
    }),
  );
}
