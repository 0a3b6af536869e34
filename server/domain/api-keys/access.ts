import { and, eq } from 'drizzle-orm';
import { readNetwork } from '../../auth/address-list';
import { apiKeys, organizations } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Operation } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import type { FieldError } from '../../errors/field-error';
import { notFound, pathId } from '../../shared/ids';
import type { ApiKey } from './contract';
import { presentApiKey } from './present';
import { DEFAULT_LIFE_DAYS, keyEnding } from './rules';

export type KeyRow = typeof apiKeys.$inferSelect;

export const MANAGE = { role: 'admin', peopleOnly: true } as const satisfies Partial<Operation<unknown>>;

const DAY_MS = 86_400_000;

/**
 * @param options.lock until the transaction ends
 * @throws DomainError `not_found`
 */
export async function findApiKey(
  tx: Tx,
  ctx: Context,
  id: string,
  options: { lock?: boolean } = {},
): Promise<KeyRow> {
  const query = tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.orgId, ctx.actor.orgId), eq(apiKeys.id, pathId('api_key', id))));
  const [row] = options.lock ? await query.for('no key update') : await query;
  if (!row) throw notFound();
  return row;
}

export async function withNames(tx: Tx, ctx: Context, row: KeyRow): Promise<ApiKey> {
  return presentApiKey(row, await namesOfPeople(tx, ctx, [row.createdBy, row.revokedBy]));
}

/** Returns the normalized entries. @throws DomainError `validation_failed`, listing all invalid entries */
export function readAllowList(entries: readonly string[]): string[] {
  const read = entries.map(readNetwork);
  const errors = read.flatMap((one, index): FieldError[] =>
    'problem' in one
      ? [{ pointer: `/ip_allow_list/${index}`, code: 'invalid_format', message: one.problem }]
      : [],
  );
  if (errors.length > 0)
    throw new DomainError('validation_failed', 'One or more fields are not valid.', { errors });
  return [...new Set(read.flatMap((one) => ('network' in one ? [one.network] : [])))];
}

/** What the audit records of a new key. */
export const factsOf = ({ scopes, expiresAt, stub, ipAllowList, rateLimit }: KeyRow) => ({
  key_ending: keyEnding(stub),
  scopes,
  expires_at: expiresAt?.toISOString() ?? null,
  ip_allow_list: ipAllowList,
  rate_limit: rateLimit,
});

export async function ruleOfKeys(
  tx: Tx,
  ctx: Context,
): Promise<{ environment: 'live' | 'test'; maxDays: number | null }> {
  const [row] = await tx
    .select({ sandboxOf: organizations.sandboxOf, maxDays: organizations.keyMaxDays })
    .from(organizations)
    .where(eq(organizations.id, ctx.actor.orgId));
  return { environment: row?.sandboxOf ? 'test' : 'live', maxDays: row?.maxDays ?? null };
}

/**
 * Returns the expiry of a key created now. The default is shortened to the organization's maximum; an explicit expiry
 * beyond it is rejected.
 * @throws DomainError `validation_failed`
 */
export function endOfKey(
  asked: string | null | undefined,
  { now, maxDays, lifeMs }: { now: Date; maxDays: number | null; lifeMs?: number | undefined },
): Date {
  const longest = maxDays === null ? Infinity : maxDays * DAY_MS;
  if (!asked) return new Date(now.getTime() + Math.min(lifeMs ?? DEFAULT_LIFE_DAYS * DAY_MS, longest));
  const end = new Date(asked);
  if (end <= now) throw fieldError('/expires_at', 'out_of_range', 'must be in the future');
  // Tolerates a browser clock that is up to an hour ahead.
  if (end.getTime() - now.getTime() > longest + 3_600_000)
    throw fieldError(
      '/expires_at',
      'out_of_range',
      `must be within ${maxDays} days, as your organization requires`,
    );
  return end;
}
