import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import { earliestGiveUp } from './schedule';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { idTime, lowestIdAt, showId } from '../../shared/ids';
import { findWebhook, MANAGE } from './access';
import type { ListWebhookHealthInput, WebhookHealth, WebhookHealthList } from './contract';
import { MOST_RECENT } from './rules';

const DAY = 86_400_000;
const DAYS = 7;

/**
 * Health of all webhooks, or of one with its last seven days (calendar days in the organization's time zone).
 * @throws DomainError `not_found`
 */
export function listWebhookHealth(ctx: Context, input: ListWebhookHealthInput): Promise<WebhookHealthList> {
  return perform(ctx, { action: 'list_webhook_health', kind: 'list', ...MANAGE }, async (tx) => {
    const one = input.webhook_id === undefined ? null : await findWebhook(tx, ctx, input.webhook_id);
    const now = new Date();
    const hooks = await read(tx, ctx, one?.id ?? null, now);
    const days = one ? await daysOf(tx, ctx, one.id, now) : [];
    const recent = await recentOf(tx, ctx, one?.id ?? null, now);
    const tests = await lastTestsOf(tx, ctx, one?.id ?? null);
    return {
      output: {
        object: 'list',
        data: hooks.map((hook) => present(hook, days, recent.get(hook.id), tests.get(hook.id))),
      },
      audit: { objectKind: 'webhook', ...(one ? { objectId: one.id } : {}), detail: { count: hooks.length } },
    };
  });
}

/** Of all webhooks, without tests and counts of days and recent deliveries. */
export const readWebhookHealth = async (tx: Tx, ctx: Context, now: Date): Promise<WebhookHealth[]> =>
  (await read(tx, ctx, null, now)).map((hook) => present(hook, []));

type Row = {
  id: string;
  enabled: boolean;
  consecutive_failures: number;
  first_failure_at: Date | null;
  last_success_at: Date | null;
  held: number;
  given_up: number;
  next_attempt_at: Date | null;
  secrets: WebhookHealth['secrets'];
};

async function read(tx: Tx, ctx: Context, id: string | null, now: Date): Promise<Row[]> {
  const since = lowestIdAt(new Date(now.getTime() - DAYS * DAY));
  const at = now.toISOString();
  const { rows } = await tx.execute<Row>(sql`
    select w.id, w.enabled, w.consecutive_failures, w.first_failure_at, w.last_success_at,
      (select count(*)::int from deliveries d where d.org_id = w.org_id and d.webhook_id = w.id and d.status = 'held') as held,
      (select count(*)::int from deliveries d join events e on e.org_id = d.org_id and e.id = d.event_id
        where d.org_id = w.org_id and d.webhook_id = w.id and d.status = 'exhausted' and d.id >= ${since}::uuid
          and ${NO_TEST}) as given_up,
      (select min(d.next_attempt_at) from deliveries d where d.org_id = w.org_id and d.webhook_id = w.id
        and d.status in ('pending', 'failed')) as next_attempt_at,
      (select coalesce(json_agg(json_build_object('hint', s.hint,
          'created_at', to_char(s.created_at at time zone 'UTC', ${ISO}),
          'expires_at', to_char(s.expires_at at time zone 'UTC', ${ISO})) order by s.id desc), '[]')
        from webhook_secrets s where s.org_id = w.org_id and s.webhook_id = w.id
          and (s.expires_at is null or s.expires_at > ${at}::timestamptz)) as secrets
    from webhooks w
    where w.org_id = ${ctx.actor.orgId} and w.deleted_at is null and (${id}::uuid is null or w.id = ${id}::uuid)
    order by w.id desc`);
  return rows;
}

/** Test events show what a user tries, not the health of the receiver. */
const NO_TEST = sql`e.type <> 'webhook.test'`;
const JOIN_EVENT = sql`join events e on e.org_id = d.org_id and e.id = d.event_id and ${NO_TEST}`;

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

type Recent = NonNullable<WebhookHealth['recent']>;

/** By webhook (UUID), of the same days as `daysOf`. Bounded, so that a busy webhook takes no longer. */
async function recentOf(
  tx: Tx,
  ctx: Context,
  id: string | null,
  now: Date,
): Promise<ReadonlyMap<string, Recent>> {
  const { rows } = await tx.execute<Recent & { id: string }>(sql`
    select w.id, counted.finished, counted.delivered, counted.retrying
    from webhooks w join organizations org on org.id = w.org_id cross join lateral (
      select count(*) filter (where newest.status in ('succeeded', 'exhausted'))::int as finished,
        count(*) filter (where newest.status = 'succeeded')::int as delivered,
        count(*) filter (where newest.status = 'failed')::int as retrying
      from (
        select d.status from deliveries d ${JOIN_EVENT} where d.org_id = w.org_id and d.webhook_id = w.id
          and d.id >= ${lowestIdAt(new Date(now.getTime() - (DAYS + 1) * DAY))}::uuid
          and (d.created_at at time zone org.time_zone)::date
            > (${now.toISOString()}::timestamptz at time zone org.time_zone)::date - ${DAYS}::int
        order by d.id desc limit ${MOST_RECENT}) newest) counted
    where w.org_id = ${ctx.actor.orgId} and w.deleted_at is null and (${id}::uuid is null or w.id = ${id}::uuid)`);
  return new Map(rows.map(({ id: hook, ...recent }) => [hook, recent]));
}

type LastTest = NonNullable<WebhookHealth['last_test']>;

/**
 * By webhook (UUID), of webhooks without a successful delivery: of others, the deliveries show whether they work.
 * Among the newest deliveries only, so that a busy webhook takes no longer.
 */
async function lastTestsOf(tx: Tx, ctx: Context, id: string | null): Promise<ReadonlyMap<string, LastTest>> {
  const { rows } = await tx.execute<LastTest & { id: string }>(sql`
    select w.id, test.sent_at, test.response_status, test.error, test.error_detail
    from webhooks w cross join lateral (
      select a.sent_at, a.response_status, a.error, a.error_detail
      from (
        select d.org_id, d.id, d.event_id from deliveries d where d.org_id = w.org_id and d.webhook_id = w.id
        order by d.id desc limit ${MOST_RECENT}) newest
      join events e on e.org_id = newest.org_id and e.id = newest.event_id and e.type = 'webhook.test'
      join delivery_attempts a on a.org_id = newest.org_id and a.delivery_id = newest.id
      order by newest.id desc, a.attempt desc limit 1) test
    where w.org_id = ${ctx.actor.orgId} and w.deleted_at is null and w.last_success_at is null
      and (${id}::uuid is null or w.id = ${id}::uuid)`);
  return new Map(
    rows.map(({ id: hook, sent_at, ...test }) => [
      hook,
      { ...test, sent_at: new Date(sent_at).toISOString() },
    ]),
  );
}

/** Deliveries created on each day, by status. Oldest first, including days without deliveries. */
async function daysOf(tx: Tx, ctx: Context, id: string, now: Date): Promise<WebhookHealth['days']> {
  const { orgId } = ctx.actor;
  const at = now.toISOString();
  const { rows } = await tx.execute<WebhookHealth['days'][number]>(sql`
    with zone as (select time_zone as name from organizations where id = ${orgId}),
    days as (
      select ((${at}::timestamptz at time zone zone.name)::date - n) as day
      from zone, generate_series(0, ${DAYS - 1}) n
    ), counted as (
      select (d.created_at at time zone zone.name)::date as day,
        count(*) filter (where d.status = 'succeeded')::int as delivered,
        count(*) filter (where d.status = 'exhausted')::int as failed,
        count(*) filter (where d.status = 'failed')::int as retrying,
        count(*) filter (where d.status in ('pending', 'held'))::int as waiting
      from zone, deliveries d ${JOIN_EVENT}
      where d.org_id = ${orgId} and d.webhook_id = ${id}
        and d.id >= ${lowestIdAt(new Date(now.getTime() - (DAYS + 1) * DAY))}::uuid
      group by 1
    ), sent as (
      select (a.sent_at at time zone zone.name)::date as day,
        (percentile_cont(0.5) within group (order by a.duration_ms)
          filter (where a.response_status is not null))::int as median_ms
      from zone, deliveries d ${JOIN_EVENT} join delivery_attempts a on a.org_id = d.org_id and a.delivery_id = d.id
      where d.org_id = ${orgId} and d.webhook_id = ${id}
        and d.id >= ${lowestIdAt(new Date(now.getTime() - (DAYS + 1) * DAY))}::uuid
      group by 1
    )
    select to_char(days.day, 'YYYY-MM-DD') as date, coalesce(delivered, 0) as delivered,
      coalesce(failed, 0) as failed, coalesce(retrying, 0) as retrying, coalesce(waiting, 0) as waiting, median_ms
    from days left join counted using (day) left join sent using (day) order by days.day`);
  return rows;
}

function present(
  row: Row,
  days: WebhookHealth['days'],
  recent: Recent | null = null,
  lastTest: LastTest | null = null,
): WebhookHealth {
  const instant = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString());
  const failing = row.enabled && row.consecutive_failures > 0 ? row.first_failure_at : null;
  const health = {
    consecutiveFailures: row.consecutive_failures,
    firstFailureAt: failing === null ? null : new Date(failing),
    lastSuccessAt: row.last_success_at === null ? null : new Date(row.last_success_at),
    createdAt: idTime(row.id),
  };
  return {
    id: showId('webhook', row.id),
    failing_since: instant(failing),
    gives_up_at: instant(earliestGiveUp(health)),
    next_attempt_at: row.enabled ? instant(row.next_attempt_at) : null,
    held: row.held,
    given_up: row.given_up,
    recent,
    last_test: lastTest,
    secrets: row.secrets,
    days,
  };
}
