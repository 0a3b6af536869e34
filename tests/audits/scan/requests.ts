import type { SqlTarget } from './sqlmap';

/** The requests as sqlmap begins with them: what is refused unaltered is never altered past the refusal. */

/** A header about a version is judged when the record is there; what a request removes is there once. */
const REACHED = [404, 412];

const withoutMarks = (value: string): string =>
  value === 'application/json*' ? '*/*' : value.replaceAll('*', '');

export async function refusedOf(url: string, targets: readonly SqlTarget[]): Promise<string[]> {
  const refused: string[] = [];
  for (const { name, method, path, headers, body, refused: expected } of targets) {
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
    if (!fine) refused.push(`${name}: ${answer.status} ${text.slice(0, 300)}`);
  }
  return refused;
}
