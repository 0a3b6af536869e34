import { TOKEN_BUCKET } from './policies';

/**
 * A token bucket per webhook, shared by all processes: a row of `rate_limits` with the policy `deliveries`. Tokens are
 * restored over time, up to now as recorded in `window_started_at`. The SQL fragments are for statements in which $2 is
 * the time and $3 the rate per second; the bucket is `b`.
 */

const FLOWED = `floor(greatest(extract(epoch from $2::timestamptz - b.window_started_at), 0) * $3::int)::bigint`;
/** A bucket far ahead of the clock (which was set back) counts as full; otherwise it would block until then. */
const NOT_AHEAD = `b.window_started_at < $2::timestamptz + interval '10 s'`;

/** Takes tokens: $1 lists `org_id`, `id` and `count`. */
export const SPEND = {
  name: 'webhook_spend',
  text: `
  insert into rate_limits as b (org_id, subject, policy, window_started_at, used)
  select r.org_id, r.id::text, '${TOKEN_BUCKET}', $2::timestamptz, r.count
  from jsonb_to_recordset($1::jsonb) as r(org_id uuid, id uuid, count int) order by r.org_id, r.id
  on conflict (org_id, subject, policy) do update set
    window_started_at = case when ${NOT_AHEAD} and b.used > ${FLOWED}
      then b.window_started_at + make_interval(secs => ${FLOWED} / $3::float8) else $2::timestamptz end,
    used = excluded.used + case when ${NOT_AHEAD} then greatest(b.used - ${FLOWED}, 0)::int else 0 end`,
};

export const JOIN_BUCKET = `left join rate_limits b on b.org_id = w.org_id and b.subject = w.id::text and b.policy = '${TOKEN_BUCKET}' and ${NOT_AHEAD}`;

/** Tokens in use after `JOIN_BUCKET`. */
export const USED = `coalesce(greatest(b.used - ${FLOWED}, 0)::int, 0)`;
