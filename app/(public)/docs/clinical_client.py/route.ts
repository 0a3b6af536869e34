import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The Python client of this version: one file. */
export async function GET(): Promise<Response> {
  const text = await readFile(path.join(process.cwd(), 'docs/client/clinical_client.py'), 'utf8');
  return new Response(text, { headers: { 'Content-Type': 'text/x-python; charset=utf-8' } });
}
export const dynamic = 'force-dynamic';
