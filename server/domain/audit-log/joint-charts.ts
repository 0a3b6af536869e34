import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { patientMerges } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';

/** A record that was the chart of another one for a time, because they were merged and separated again. */
interface JointChart {
  /** UUID */
  patientId: string;
  from: Date;
  until: Date;
}

/**
 * The charts in which these records were before they were separated again. They showed the data of both.
 * @param records UUIDs
 */
export async function jointCharts(tx: Tx, orgId: string, records: readonly string[]): Promise<JointChart[]> {
  const first = await tx
    .select()
    .from(patientMerges)
    .where(
      and(
        eq(patientMerges.orgId, orgId),
        inArray(patientMerges.mergedId, [...records]),
        isNotNull(patientMerges.unmergedAt),
      ),
    );
  const charts: JointChart[] = first.map(({ survivorId, mergedAt, unmergedAt }) => ({
    patientId: survivorId,
    from: mergedAt,
    until: unmergedAt!,
  }));
  // The survivor may have been merged into yet another record.
  for (const chart of charts) {
    const further = await tx
      .select()
      .from(patientMerges)
      .where(and(eq(patientMerges.orgId, orgId), eq(patientMerges.mergedId, chart.patientId)));
    for (const { survivorId, mergedAt, unmergedAt } of further) {
      const from = mergedAt > chart.from ? mergedAt : chart.from;
      const until = unmergedAt && unmergedAt < chart.until ? unmergedAt : chart.until;
      if (from < until) charts.push({ patientId: survivorId, from, until });
    }
  }
  return charts;
}
