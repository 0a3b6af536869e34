import { createCaller } from '../../api/root';
import type { Context } from '../../shared/context';

type Caller = Record<string, Record<string, (input: unknown) => Promise<unknown>>>;

/**
 * Calls a procedure in this process.
 * @param path path in the router, `patients.getPatient`
 */
export function callProcedure(ctx: Context, path: string, input: unknown): Promise<unknown> {
  const [router = '', name = ''] = path.split('.');
  const caller = createCaller(ctx) as unknown as Caller;
  return caller[router]![name]!(input);
}
