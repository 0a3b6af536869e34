import { expect, it } from 'vitest';
import { z } from 'zod';
import { parsedAtOnce } from '../../server/http/rest/parse-at-once';

/**
 * zod has no public way to run `parseAsync`, which tRPC calls, synchronously, so one of its internals is replaced. If a
 * version of zod stops using that internal, handlers only become slower; this test detects it.
 */

/** Throws when parsed synchronously, the only sign of how a schema was parsed. */
const schemas = () => ({
  input: z.strictObject({ name: z.string().refine(() => Promise.resolve(true)) }),
  output: z.strictObject({ id: z.string().refine(() => Promise.resolve(true)) }),
});

it('reaches every schema of the router by the way that tRPC calls it', async () => {
  const { input, output } = schemas();
  expect(await input.parseAsync({ name: 'a' })).toEqual({ name: 'a' });
  parsedAtOnce({ _def: { procedures: { one: { _def: { inputs: [input], output } } } } });
  await expect(input.parseAsync({ name: 'a' })).rejects.toBeInstanceOf(z.core.$ZodAsyncError);
  await expect(output.parseAsync({ id: 'a' })).rejects.toBeInstanceOf(z.core.$ZodAsyncError);
});

it('parses and refuses as before', async () => {
  const input = z.strictObject({ name: z.string().max(3) });
  parsedAtOnce({ _def: { procedures: { one: { _def: { inputs: [input] } } } } });
  expect(await input.parseAsync({ name: 'abc' })).toEqual({ name: 'abc' });
  const refused = await input.safeParseAsync({ name: 'abcd', more: 1 });
  expect(refused.error?.issues.map(({ code }) => code).sort()).toEqual(['too_big', 'unrecognized_keys']);
});
