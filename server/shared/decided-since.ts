import type { Tx } from '../db/transaction';
import { DomainError } from '../errors/domain-error';
import { namesOfPeople } from './actor-names';
import type { Context } from './context';

/**
 * The error of a decision about what was decided after the user loaded it.
 * @param what with what was done, such as `The report was filed`
 * @param by actor; null if unknown
 */
export async function decidedSince(
  tx: Tx,
  ctx: Context,
  what: string,
  by: string | null,
): Promise<DomainError> {
  const name = (await namesOfPeople(tx, ctx, [by])).get(by ?? '');
  const sentence = `${what}${name ? ` by ${name}` : ''} in the meantime. Reload the page.`;
  return new DomainError('invalid_state', sentence, { outdated: true });
}
