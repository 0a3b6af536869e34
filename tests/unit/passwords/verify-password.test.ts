import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

/** C-05: a slow hash is computed for unknown users too. */

// Only in this file: others in the same process share the module.
const verify = vi.fn(() => Promise.resolve(true));
vi.resetModules();
const hash = vi.fn(() => Promise.resolve('$argon2id$decoy'));
vi.doMock('@node-rs/argon2', () => ({ hash, verify }));
const { hashPassword, verifyPassword } = await import('../../../server/auth/password');
afterAll(() => {
  vi.doUnmock('@node-rs/argon2');
  vi.resetModules();
});

describe('password verification', () => {
  afterEach(() => verify.mockClear());

  it('for an unknown user takes the same work and fails', async () => {
    expect(await verifyPassword(null, 'correct horse battery staple')).toBe(false);
    expect(verify.mock.calls).toEqual([['$argon2id$decoy', 'correct horse battery staple']]);
  });

  it('for a known user takes the same time', async () => {
    expect(await verifyPassword('$argon2id$stored', 'correct horse battery staple')).toBe(true);
    expect(verify).toHaveBeenCalledTimes(1);
  });

  it('is hashed at the cost that OWASP recommends', async () => {
    await hashPassword('correct horse battery staple');
    expect(hash.mock.lastCall).toEqual([
      'correct horse battery staple',
      { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
    ]);
  });
});
