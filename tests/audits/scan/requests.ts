import type { SqlTarget } from './sqlmap';

/** Sends sqlmap's requests unaltered first: one that is rejected unaltered gets no further when altered. */

/**
 * These also show that the request was processed: 412 for an outdated version, 404 for a record that was deleted
 * before.
 */
const REACHED = [404, 412];

const withoutMarks = (value: string): string =>
  value === 'application/json*' ? '*/*' : value.replaceAll('*', '');

export async function rejectedTargets(url: string, targets: readonly SqlTarget[]): Promise<string[]> {
  const rejected: string[] = [];
  for (const { name, method, path, headers, body, rejected: expected } of targets) {
    const answer = await fetch(url + withoutMarks(path), {
      method,
      redirect: 'manual',
      headers: Object.fromEntries(
        Object.entries(headers).map(([header, value]) => [header, withoutMarks(value)]),
      ),
      ...(body === undefined ? {} : { body: withoutMarks(body) }),
    });
    const text = await answer.text();
    const fine =
      answer.status < 400 ||
      answer.status === expected ||
      (name.endsWith('headers') && REACHED.includes(answer.status));
    if (!fine) rejected.push(`${name}: ${answer.status} ${text.slice(0, 300)}`);
  }
  return rejected;
}
