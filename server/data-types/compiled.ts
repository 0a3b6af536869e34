import { z } from 'zod';

/**
 * The contract of a large output, checked by code that zod generates: several times as fast. tRPC calls `parseAsync`,
 * for which zod leaves that code out. No contract is asynchronous, so here it answers with `parse` (decision 0037).
 * @param id name of the schema in the OpenAPI document
 */
export function compiled<T extends z.ZodType>(contract: T, id?: string): T {
  const copy = z.compile(contract, { strict: true });
  copy.parseAsync = (value, params) => Promise.resolve(value).then(() => copy.parse(value, params));
  if (id) z.globalRegistry.add(copy, { id });
  return copy;
}
