import { and, desc, eq, sql } from 'drizzle-orm';
import { labResultVersions } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findResult } from './access';
import type { ListResultVersionsInput, ResultVersions } from './history-contract';
import type { ResultRow } from './report';

/** Portal: lists the versions of a report, newest first. @throws DomainError `not_found` */
export function listResultVersions(ctx: Context, input: ListResultVersionsInput): Promise<ResultVersions> {
  return perform(ctx, { action: 'list_result_versions', kind: 'list', scope: 'labs:read' }, async (tx) => {
    const result = await findResult(tx, ctx, input.id);
    const earlier = await tx
      .select({
        version: labResultVersions.version,
        status: sql<ResultVersions['data'][number]['status']>`${labResultVersions.snapshot}->>'status'`,
        reported_at: sql<string | null>`${labResultVersions.snapshot}->>'reported_at'`,
        reported_at_precision: sql<
          ResultRow['reportedAtPrecision']
        >`${labResultVersions.snapshot}->>'reported_at_precision'`,
        issued_at: sql<string>`${labResultVersions.snapshot}->>'issued_at'`,
      })
      .from(labResultVersions)
      .where(and(eq(labResultVersions.orgId, ctx.actor.orgId), eq(labResultVersions.resultId, result.id)))
      .orderBy(desc(labResultVersions.version))
      .limit(200);
    const newest = {
      version: result.version,
      status: result.status,
      reported_at: result.reportedAt?.toISOString() ?? null,
      reported_at_precision: result.reportedAtPrecision,
      issued_at: result.issuedAt.toISOString(),
    };
    return {
      output: { data: [newest, ...earlier] },
      audit: {
        objectKind: 'lab_result',
        objectId: result.id,
        patientIds: [result.patientId],
        detail: { count: earlier.length + 1 },
      },
    };
  });
}
