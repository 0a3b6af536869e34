import { expect, it } from 'vitest';
import { checkUrl } from '../../server/outbound/outbound-guard';
import { parseUrl } from '../../server/parse-url';
import { policy } from './webhooks/policy';

/** User-entered URLs including non-ASCII bytes, parsed often enough for the engine to compile the function. */

const BAD = 'http://ï¬\u0081';
const TIMES = 50_000;

it('parses an invalid URL as null every time', () => {
  expect(parseUrl('https://exämple.org/ü')!.href).toBe('https://xn--exmple-cua.org/%C3%BC');
  expect(parseUrl('/a', 'https://example.org')!.href).toBe('https://example.org/a');
  for (let times = 0; times < TIMES; times++) if (parseUrl(BAD)) throw new Error('taken for an address');
});

it('rejects a webhook without a URL', () => {
  for (let times = 0; times < TIMES; times++) {
    if (!('problem' in checkUrl('https://ï¬\u0081', policy()))) throw new Error('taken for an address');
  }
});
