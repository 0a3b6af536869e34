import { and, countDistinct, desc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { oauthApps, oauthAppSecrets, oauthGrants } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Operation } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { FieldError } from '../../errors/field-error';
import { notFound, pathId } from '../../shared/ids';
import type { OauthApp } from './contract';
import { presentOauthApp, type OauthAppRow, type SecretRow } from './present';
import { redirectUriProblem, type AppKind } from './rules';

export const MANAGE = { role: 'admin', peopleOnly: true } as const satisfies Partial<Operation<unknown>>;

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

export async function withTheirs(tx: Tx, ctx: Context, rows: OauthAppRow[]): Promise<OauthApp[]> {
  const ids = rows.map(({ id }) => id);
  const secrets = await secretsOf(tx, ctx, ids);
  const people = await peopleOf(tx, ctx, ids);
  const names = await namesOfPeople(
    tx,
    ctx,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.map((row) =>
    presentOauthApp(row, {
      secrets: secrets.get(row.id) ?? [],
      people: people.get(row.id) ?? 0,
      createdByName: names.get(row.createdBy) ?? null,
    }),
  );
}

export async function withItsOwn(tx: Tx, ctx: Context, row: OauthAppRow): Promise<OauthApp> {
  const [app] = await withTheirs(tx, ctx, [row]);
  return app!;
}

/** Number of users with a redeemed, valid grant, by application. */
export async function peopleOf(tx: Tx, ctx: Context, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ appId: oauthGrants.appId, people: countDistinct(oauthGrants.userId) })
    .from(oauthGrants)
    .where(
      and(
        eq(oauthGrants.orgId, ctx.actor.orgId),
        inArray(oauthGrants.appId, ids),
        isNull(oauthGrants.revokedAt),
        isNotNull(oauthGrants.activatedAt),
        gt(oauthGrants.expiresAt, new Date()),
      ),
    )
    .groupBy(oauthGrants.appId);
  return new Map(rows.map(({ appId, people }) => [appId, people]));
}

/** Valid secrets by application, newest first. */
async function secretsOf(tx: Tx, ctx: Context, ids: string[]): Promise<Map<string, SecretRow[]>> {
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
  const errors = uris.flatMap((uri, index): FieldError[] => {
    const message = redirectUriProblem(uri, kind);
    return message ? [{ pointer: `/redirect_uris/${index}`, code: 'invalid_format', message }] : [];
  });
  if (errors.length > 0)
    throw new DomainError('validation_failed', 'One or more fields are not valid.', { errors });
}
