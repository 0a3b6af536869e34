import { describe, expect, it } from 'vitest';
import { readCidrs } from '../../../server/events/outbound-addresses';
import { assertTarget, judgeTarget, judgeUrl, outboundPolicy } from '../../../server/events/outbound-guard';
import { send } from '../../../server/events/send';
import { answers, policy, PUBLIC } from './policy';
import { ALLOWED_TARGETS, FORBIDDEN_TARGETS } from './targets';

describe('targets that are refused by what they are', () => {
  const all = Object.values(FORBIDDEN_TARGETS).flat();

  it('holds at least 200 different ones', () => {
    expect(new Set(all).size).toBeGreaterThanOrEqual(200);
  });

  describe.each(Object.entries(FORBIDDEN_TARGETS))('%s', (_reason, urls) => {
    it.each(urls.map((url) => [JSON.stringify(url), url]))(
      '%s at creation and at send',
      async (_shown, url) => {
        expect(await judgeTarget(url, policy())).toMatchObject({
          code: expect.stringMatching(/^(not_allowed|invalid_format)$/),
        });
        expect(judgeUrl(url, policy())).toHaveProperty('refusal');
        expect(await send(url, {}, '{}', { policy: policy() })).toMatchObject({
          error: 'blocked_address',
          status: null,
        });
      },
    );
  });

  it.each(ALLOWED_TARGETS)('%s is usable', async (url) => {
    expect(await judgeTarget(url, policy())).toBeNull();
  });

  it('our own origin is refused, in any spelling', async () => {
    for (const url of ['https://clinic.example.com/hook', 'https://CLINIC.example.com:443/']) {
      expect(await judgeTarget(url, policy())).toMatchObject({ code: 'not_allowed' });
    }
    expect(await judgeTarget('https://clinic.example.com:8443/', policy())).toBeNull();
  });

  it('the settings of the process give https on 443 and 8443 only', async () => {
    const real = { ...outboundPolicy(), resolve: answers(PUBLIC) };
    expect(real).toMatchObject({ allowHttp: false, allowCidrs: [], allowPorts: [443, 8443] });
    const own = { ...real, allowHttp: true, allowCidrs: readCidrs(['127.0.0.0/8']) };
    expect(await judgeTarget('http://127.0.0.1:3000/v1', own)).toMatchObject({ code: 'not_allowed' });
    expect(await judgeTarget('http://127.0.0.1:3001/v1', own)).toBeNull();
  });

  it('names the field and its pointer, and no address', async () => {
    const refused = assertTarget(
      'https://inner.example.org/',
      '/url',
      policy({ resolve: answers('10.11.12.13') }),
    );
    await expect(refused).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { errors: [{ pointer: '/url', code: 'not_allowed' }] },
    });
    await expect(refused).rejects.not.toHaveProperty(
      'extras.errors.0.message',
      expect.stringContaining('10.11'),
    );
  });
});

describe('what the operator may open', () => {
  it('an address inside the allow list is exempt from range and port', async () => {
    const open = policy({ allowCidrs: readCidrs(['10.20.0.0/16', 'fd00:1::/32']) });
    for (const url of [
      'https://10.20.1.1/',
      'https://10.20.1.1:9999/',
      'https://[fd00:1::5]:81/',
      'https://[::ffff:10.20.1.1]/',
    ]) {
      expect(await judgeTarget(url, open), url).toBeNull();
    }
    for (const url of [
      'https://10.21.1.1/',
      'https://[fd00:2::5]/',
      'https://8.8.8.8:81/',
      'http://10.20.1.1/',
      'https://a:b@10.20.1.1/',
    ]) {
      expect(await judgeTarget(url, open), url).not.toBeNull();
    }
  });
  it('a name is exempt only when every address is inside', async () => {
    const allowCidrs = readCidrs(['10.20.0.0/16']);
    const url = 'https://lab.example.org:9999/';
    expect(
      await judgeTarget(url, policy({ allowCidrs, resolve: answers('10.20.0.5', '10.20.0.6') })),
    ).toBeNull();
    expect(
      await judgeTarget(url, policy({ allowCidrs, resolve: answers('10.20.0.5', PUBLIC) })),
    ).toMatchObject({ message: expect.stringContaining('ports') });
    expect(
      await judgeTarget(url, policy({ allowCidrs, resolve: answers('10.20.0.5', '10.21.0.5') })),
    ).not.toBeNull();
  });
  it('names of this machine stay refused whatever the list says', async () => {
    const open = policy({ allowCidrs: readCidrs(['0.0.0.0/0', '::/0']), allowHttp: true });
    for (const url of [
      'http://localhost:8080/',
      'https://printer.local/',
      'https://db.internal/',
      'https://clinic.example.com/',
    ]) {
      expect(await judgeTarget(url, open), url).not.toBeNull();
    }
  });
  it('http and further ports only when switched on', async () => {
    expect(await judgeTarget('http://example.org:8443/', policy({ allowHttp: true }))).toBeNull();
    expect(await judgeTarget('http://example.org/', policy({ allowHttp: true }))).not.toBeNull();
    expect(
      await judgeTarget('https://example.org:9000/', policy({ allowPorts: [443, 8443, 9000] })),
    ).toBeNull();
  });
  it('an entry that is no network opens nothing', () => {
    expect(readCidrs(['999.0.0.0/8', '10.0.0.0/99', 'word'])).toEqual([]);
  });
});
