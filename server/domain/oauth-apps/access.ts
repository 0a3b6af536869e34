import { and, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { oauthApps, oauthAppSecrets } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Act } from '../act';
import type { Context } from '../context';
import { fieldError } from '../errors';
import { notFound, pathId } from '../ids';
import { redirectUriProblem, type AppKind } from './rules';

/** Finding applications of the actor's organisation. Deleted and never existed are the same: not found. */

export type OauthAppRow = typeof oauthApps.$inferSelect;
export type SecretRow = typeof oauthAppSecrets.$inferSelect;

/** Who may manage applications: every verb of this resource asks for the same. */
export const MANAGE = { role: 'admin', peopleOnly: true } as const satisfies Partial<Act<unknown>>;

/** @param options.lock until the transaction ends */
export async function findOauthApp(
  tx: Tx,
  ctx: Context,
  id: string,
  options: { lock?: boolean } = {},
): Promise<OauthAppRow> {
  const query = tx
    .select()
    .from(oauthApps)
    .where(
      and(
        eq(oauthApps.orgId, ctx.actor.orgId),
        eq(oauthApps.id, pathId('oauth_app', id)),
        isNull(oauthApps.deletedAt),
      ),
    );
  const [row] = options.lock ? await query.for('no key update') : await query;
  if (!row) throw notFound();
  return row;
}

/** Secrets that are good, newest first, by application. */
export async function secretsOf(tx: Tx, ctx: Context, ids: string[]): Promise<Map<string, SecretRow[]>> {
  const byApp = new Map<string, SecretRow[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return byApp;
  const rows = await tx
    .select()
    .from(oauthAppSecrets)
    .where(
      and(
        eq(oauthAppSecrets.orgId, ctx.actor.orgId),
        inArray(oauthAppSecrets.appId, ids),
        or(isNull(oauthAppSecrets.expiresAt), gt(oauthAppSecrets.expiresAt, new Date())),
      ),
    )
    .orderBy(desc(oauthAppSecrets.id));
  for (const row of rows) byApp.get(row.appId)?.push(row);
  return byApp;
}

/** @throws DomainError `validation_failed` */
export function assertRedirectUris(uris: readonly string[], kind: AppKind): void {
  for (const [index, uri] of uris.entries()) {
    const problem = redirectUriProblem(uri, kind);
    if (problem) throw fieldError(`/redirect_uris/${index}`, 'invalid_format', problem);
  }
}
