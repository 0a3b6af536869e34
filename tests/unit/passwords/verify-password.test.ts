import { afterEach, describe, expect, it, vi } from 'vitest';

const verify = vi.hoisted(() => vi.fn(() => Promise.resolve(true)));
vi.mock('@node-rs/argon2', () => ({ hash: () => Promise.resolve('$argon2id$decoy'), verify }));

const { verifyPassword } = await import('../../../server/auth/password');

/** C-05: a slow hash is worked out for nobody as well. */

describe('a password', () => {
  afterEach(() => verify.mockClear());

  it('of nobody costs a verification, and is never right', async () => {
    expect(await verifyPassword(null, 'correct horse battery staple')).toBe(false);
    expect(verify.mock.calls).toEqual([['$argon2id$decoy', 'correct horse battery staple']]);
  });

  it('of somebody costs the same', async () => {
    expect(await verifyPassword('$argon2id$stored', 'correct horse battery staple')).toBe(true);
    expect(verify).toHaveBeenCalledTimes(1);
  });
});
