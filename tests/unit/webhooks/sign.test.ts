import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSigningSecret, signatureHeaders } from '../../../server/events/webhook-signature';

const body = JSON.stringify({ id: 'evt_1', type: 'patient.created', text: 'ä€😀' });
const id = 'evt_01h455vb4pex5vsknk084sn02q';

describe('signatures verified by the standardwebhooks package', () => {
  it('use a secret of whsec_ and base64 of 32 bytes, different each time', () => {
    const secret = newSigningSecret();
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSigningSecret()).not.toBe(secret);
  });

  it('pass for a signed body', () => {
    const secret = newSigningSecret();
    expect(
      new Webhook(secret).verify(body, { ...signatureHeaders([secret], id, new Date(), body) }),
    ).toMatchObject({ id: 'evt_1' });
  });

  it('pass with either secret during rotation, not with a third', () => {
    const [older, newer, other] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
    const headers = { ...signatureHeaders([older, newer], id, new Date(), body) };
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    expect(() => new Webhook(older).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(newer).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(other).verify(body, headers)).toThrow();
  });

  it('fail for 30 changed messages', () => {
    const secret = newSigningSecret();
    const headers = { ...signatureHeaders([secret], id, new Date(), body) };
    const signature = headers['webhook-signature'];
    const bodies = Array.from({ length: 20 }, (_, at) => {
      const bytes = Buffer.from(body);
      const place = Math.floor((at * bytes.length) / 20);
      bytes[place] = bytes[place]! ^ 1;
      return { body: bytes.toString('latin1'), headers };
    });
    const changed = [
      ...bodies,
      { body: `${body} `, headers },
      { body: body.slice(1), headers },
      { body: '{}', headers },
      { body, headers: { ...headers, 'webhook-id': 'evt_01h455vb4pex5vsknk084sn02r' } },
      {
        body,
        headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
      },
      { body, headers: { ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') } },
      {
        body,
        headers: { ...headers, 'webhook-signature': `v1,${signature.slice(3).split('').reverse().join('')}` },
      },
      { body, headers: { ...headers, 'webhook-signature': 'v1,' } },
      { body, headers: { ...headers, 'webhook-signature': '' } },
      { body, headers: { ...signatureHeaders([newSigningSecret()], id, new Date(), body) } },
    ];
    expect(changed).toHaveLength(30);
    for (const message of changed)
      expect(() => new Webhook(secret).verify(message.body, message.headers)).toThrow();
  });

  it('fail for a message older than five minutes', () => {
    const secret = newSigningSecret();
    const headers = signatureHeaders([secret], id, new Date(Date.now() - 6 * 60_000), body);
    expect(() => new Webhook(secret).verify(body, { ...headers })).toThrow(/timestamp/i);
  });

  it('are on every request', () => {
    expect(() => signatureHeaders([], id, new Date(), body)).toThrow();
  });
});
