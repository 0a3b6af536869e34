import { and, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { patients } from '../../db/schema/index';
import { perform } from '../act';
import type { Context } from '../context';
import type { duplicateCandidates, findDuplicatesInput } from './contract';
import { presentPatient } from './present';
import { nameKey } from './search-terms';

/** The whole name, in either order, and the birth date: most probably the same person. */
export const isLikelySame = (family: string, given: string, birthDate: string): SQL =>
  and(
    eq(patients.birthDate, birthDate),
    or(
      and(eq(patients.familyKey, family), eq(patients.givenKey, given)),
      and(eq(patients.familyKey, given), eq(patients.givenKey, family)),
    ),
  )!;

/**
 * Portal: patients that may be the one about to be created: same birth date and a similar name, or the same full
 * name. A warning only; twins are real.
 */
export function findDuplicates(
  ctx: Context,
  input: z.output<typeof findDuplicatesInput>,
): Promise<z.output<typeof duplicateCandidates>> {
  return perform(ctx, { action: 'find_duplicates', kind: 'list', scope: 'patients:read' }, async (tx) => {
    const family = nameKey(input.family);
    const given = nameKey(input.given);
    const sameName = and(eq(patients.familyKey, family), eq(patients.givenKey, given));
    const alike = or(
      eq(patients.familyKey, family),
      eq(patients.givenKey, given),
      eq(patients.familyKey, given),
    );
    const likely = input.birth_date ? isLikelySame(family, given, input.birth_date) : sql`false`;
    const found = await tx
      .select({ row: patients, likely: sql<boolean>`${likely}` })
      .from(patients)
      .where(
        and(
          eq(patients.orgId, ctx.actor.orgId),
          isNull(patients.deletedAt),
          family && given
            ? or(
                sameName,
                input.birth_date ? and(eq(patients.birthDate, input.birth_date), alike) : undefined,
              )
            : sql`false`,
        ),
      )
      .orderBy(desc(sql`${likely}`), desc(patients.id))
      .limit(8);
    const rows = found.map(({ row }) => row);
    return {
      output: { data: rows.map(presentPatient), needs_reason: found.some((one) => one.likely) },
      audit: { objectKind: 'patient', patientIds: rows.map((row) => row.id), detail: { count: rows.length } },
    };
  });
}
