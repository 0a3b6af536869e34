import { cookies } from 'next/headers';

export async function requestCookies(): Promise<Record<string, string>> {
  const jar = await cookies();
  return Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value]));
}
