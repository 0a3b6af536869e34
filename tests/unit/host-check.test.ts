import { expect, it } from 'vitest';
import { env } from '../../server/env';
import { isOurHost } from '../../server/http/host-check';

it('treats a host name of non-ASCII bytes as another host every time', () => {
  const ours = new URL(env.PUBLIC_URL).host;
  const bytes = Buffer.from([0xc3, 0x80]).toString('latin1');
  expect(isOurHost(ours)).toBe(true);
  // Often enough for the engine to compile the function.
  for (let times = 0; times < 200_000; times++) if (isOurHost(bytes)) throw new Error('taken for ours');
  for (const host of ['evil.example', 'ï¬\u0081', `${ours}/`, ` ${ours}`, `a@${ours}`, '', undefined])
    expect(isOurHost(host), host).toBe(false);
});
