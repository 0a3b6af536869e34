import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The packed TypeScript client of this version, for `npm install`. `npm run build` makes it. */
export async function GET(): Promise<Response> {
  const bytes = await readFile(path.join(process.cwd(), 'dist/client.tgz'));
  return new Response(bytes, {
    headers: { 'Content-Type': 'application/gzip', 'Content-Length': String(bytes.length) },
  });
}
export const dynamic = 'force-dynamic';
