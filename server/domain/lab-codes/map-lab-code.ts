import { and, eq, sql } from 'drizzle-orm';
import { labCodes } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { lockCode } from './access';
import type { MapLabCodeInput, MappedLabCode } from './contract';
import { presentLabCode, type LabCodeRow } from './present';

/**
 * Maps a laboratory's code to a LOINC term, for future and existing results. Never changes a term sent by the
 * laboratory, or a value, and creates no new report version.
 * @throws DomainError `not_found`
 */
export function mapLabCode(ctx: Context, input: MapLabCodeInput): Promise<MappedLabCode> {
  return perform(
    ctx,
    { action: 'map_lab_code', kind: 'write', role: 'admin', peopleOnly: true },
    async (tx) => {
      const { orgId } = ctx.actor;
      const { id, ...found } = await lockCode(tx, ctx, input.id);
      const [row] = await tx
        .update(labCodes)
        .set({
          loinc: input.loinc,
          mappedBy: actorName(ctx.actor),
          mappedAt: new Date(),
          notNeededBy: null,
          notNeededAt: null,
        })
        .where(and(eq(labCodes.orgId, orgId), eq(labCodes.id, id)))
        .returning();
      const lines = await applyToHistory(tx, orgId, found.lab.id, found.row, input.loinc);
      return {
        output: { ...presentLabCode(row!, found.laboratory), lines_changed: lines },
        audit: {
          objectKind: 'lab_code' as const,
          objectId: id,
          detail: { loinc: input.loinc, before: found.row.loinc, lines_changed: lines },
        },
      };
    },
  );
}

async function applyToHistory(
  tx: Tx,
  orgId: string,
  labId: string,
  { code, codeSystem, loinc: before }: LabCodeRow,
  after: string | null,
): Promise<number> {
  // Only lines without a LOINC term or with the one from the previous mapping; any other term was sent by the
  // laboratory.
  const { rowCount } = await tx.execute(sql`update lab_observations o set loinc = ${after} from lab_results r
    where r.org_id = ${orgId} and r.lab_id = ${labId} and o.org_id = ${orgId} and o.result_id = r.id
      and o.code = ${code} and coalesce(o.code_system, '') = ${codeSystem}
      and o.loinc is not distinct from ${before} and o.loinc is distinct from ${after}`);
  const isMeant = sql`p->>'code' = ${code} and p->>'loinc' is not distinct from ${before}`;
  await tx.execute(sql`update lab_results r set panels = (
      select jsonb_agg(case when ${isMeant}
        then jsonb_set(p, '{loinc}', coalesce(to_jsonb(${after}::text), 'null'::jsonb)) else p end order by n)
      from jsonb_array_elements(r.panels) with ordinality as e (p, n))
    where r.org_id = ${orgId} and r.lab_id = ${labId}
      and exists (select 1 from jsonb_array_elements(r.panels) p where ${isMeant})`);
  return rowCount ?? 0;
}
