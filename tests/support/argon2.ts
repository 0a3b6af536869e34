import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

/**
 * argon2 at its lowest cost (`vitest.config.ts`): the database tests store and check thousands of passwords.
 * `tests/unit/passwords/verify-password.test.ts` asserts the cost of the service.
 */
const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2;

export const { verify } = real;
export const hash: typeof real.hash = (password, options) =>
  real.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
