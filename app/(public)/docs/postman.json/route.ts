import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { env } from '@/server/env';

/** The Postman collection, with the address of this installation. */
export async function GET(): Promise<Response> {
  const text = await readFile(path.join(process.cwd(), 'docs/client/postman.json'), 'utf8');
  const collection = JSON.parse(text) as { variable: { key: string; value: string }[] };
  for (const variable of collection.variable) if (variable.key === 'baseUrl') variable.value = env.PUBLIC_URL;
  return Response.json(collection);
}
export const dynamic = 'force-dynamic';
