import { initTRPC } from '@trpc/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { compiled } from '../../server/data-types/compiled';

/** If tRPC stops calling `parseAsync`, outputs are still checked, but several times as slowly. */
it('compiled contract is called by tRPC in the way that runs compiled code', async () => {
  const t = initTRPC.create();
  const calls: unknown[] = [];
  const output = compiled(z.strictObject({ id: z.string() }));
  const { parse } = output;
  output.parse = (value, params) => {
    calls.push(value);
    return parse(value, params);
  };
  const router = t.router({ one: t.procedure.output(output).query(() => ({ id: 'a' })) });
  expect(await t.createCallerFactory(router)({}).one()).toEqual({ id: 'a' });
  expect(calls).toEqual([{ id: 'a' }]);
});

it('compiled contract accepts and rejects like the original, and keeps its name', async () => {
  const contract = z.strictObject({ name: z.string().max(3) });
  const copy = compiled(contract, 'CompiledExample');
  expect(await copy.parseAsync({ name: 'abc' })).toEqual({ name: 'abc' });
  const { error } = await contract.safeParseAsync({ name: 'abcd', more: 1 });
  await expect(copy.parseAsync({ name: 'abcd', more: 1 })).rejects.toEqual(error);
  expect(copy.meta()).toEqual({ id: 'CompiledExample' });
});
