import { TOKEN_BUCKET } from './policies';

/**
 * A bucket of tokens for each webhook, shared by all processes: a row of `rate_limits` with the policy `deliveries`.
 * What was sent flows back with time, and `window_started_at` is the instant up to which it has. The parts of SQL are for
 * statements whose $2 is the time and whose $3 is the rate per second; the bucket is `b`.
 */

/** What has flowed back. */
const FLOWED = `floor(greatest(extract(epoch from $2::timestamptz - b.window_started_at), 0) * $3::int)::bigint`;
/** A bucket far ahead of the clock (which was set back) counts as full, or it would block until then. */
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

/** Joins the bucket of the webhook `w`. */
export const JOIN_BUCKET = `left join rate_limits b on b.org_id = w.org_id and b.subject = w.id::text and b.policy = '${TOKEN_BUCKET}' and ${NOT_AHEAD}`;

/** Tokens in use after `JOIN_BUCKET`. */
export const USED = `coalesce(greatest(b.used - ${FLOWED}, 0)::int, 0)`;
