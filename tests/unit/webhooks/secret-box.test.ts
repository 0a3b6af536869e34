import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openSecret, sealSecret, type Place } from '../../../server/auth/secret-box';
import { env } from '../../../server/env';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const place: Place = {
  orgId: '0190c5a0-0000-7000-8000-000000000001',
  table: 'webhook_secrets',
  row: '0190c5a0-0000-7000-8000-000000000002',
  column: 'ciphertext',
};
const older = key('k1');
const newer = key('k2');
const before = env.ENCRYPTION_KEYS;

describe('secret box', () => {
  beforeEach(() => void (env.ENCRYPTION_KEYS = older));
  afterAll(() => void (env.ENCRYPTION_KEYS = before));

  it('decrypts its own text, and encrypts differently each time', () => {
    const [one, two] = [sealSecret('whsec_täst', place), sealSecret('whsec_täst', place)];
    expect(one).toMatch(/^k1\.[A-Za-z0-9_-]+$/);
    expect(one).not.toBe(two);
    expect(openSecret(one, place)).toBe('whsec_täst');
    expect(openSecret(sealSecret('', place), place)).toBe('');
  });

  it.each(['orgId', 'table', 'row', 'column'] as const)(
    'does not decrypt in another context (%s)',
    (part) => {
      expect(() => openSecret(sealSecret('secret', place), { ...place, [part]: 'other' })).toThrow();
    },
  );

  it('separates contexts unambiguously', () => {
    const sealed = sealSecret('secret', { ...place, table: 'ab', row: 'c' });
    expect(() => openSecret(sealed, { ...place, table: 'a', row: 'bc' })).toThrow();
  });

  it('rejects any changed byte', () => {
    const sealed = sealSecret('secret', place);
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at]! ^ 1;
      expect(() => openSecret(`k1.${changed.toString('base64url')}`, place), `byte ${at}`).toThrow();
    }
    for (const text of ['', 'k1.', 'k1', '.abc', sealed.slice(0, -8), sealed.replace('k1', 'k9')])
      expect(() => openSecret(text, place)).toThrow();
  });

  it('encrypts with the first key, decrypts with all, and rejects a removed one', () => {
    const sealed = sealSecret('secret', place);
    env.ENCRYPTION_KEYS = `${newer},${older}`;
    expect(openSecret(sealed, place)).toBe('secret');
    expect(sealSecret('secret', place)).toMatch(/^k2\./);
    env.ENCRYPTION_KEYS = newer;
    expect(() => openSecret(sealed, place)).toThrow('cannot be opened');
  });

  it('rejects a relabeled ciphertext even under the same key', () => {
    const sealed = sealSecret('secret', place);
    env.ENCRYPTION_KEYS = `k3:${older.slice(3)}`;
    expect(() => openSecret(sealed.replace('k1.', 'k3.'), place)).toThrow();
  });
});
