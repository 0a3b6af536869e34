import { and, eq, sql, type SQL } from 'drizzle-orm';
import { documents } from '../../db/schema/index';
import type { ChartFilter } from './chart-contract';

export function chartFilter(orgId: string, { category, status, from, to }: ChartFilter): SQL | undefined {
  const day = sql`coalesce(${documents.documentDate}, (${documents.createdAt} at time zone (
    select o.time_zone from organizations o where o.id = ${orgId}))::date)`;
  return and(
    category ? eq(documents.category, category) : undefined,
    status ? eq(documents.status, status) : undefined,
    from ? sql`${day} >= ${from}::date` : undefined,
    to ? sql`${day} <= ${to}::date` : undefined,
  );
}
