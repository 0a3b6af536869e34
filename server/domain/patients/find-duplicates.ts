import { and, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { patients, patientTokens } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { closedCharts } from '../../shared/restricted-charts';
import { resolveMerged, type PatientRow } from './access';
import type { duplicateCandidates, findDuplicatesInput } from './contract';
import { presentChart } from './present';
import { nameKey, phoneTail } from './search-terms';

const OPERATION = {
  action: 'find_duplicates',
  kind: 'list',
  scope: 'patients:read',
  restrictedCharts: 'initials',
} as const;

/** A patient about to be created, normalized for comparison. Empty or absent: not provided. */
export interface NewIdentity {
  familyKey: string;
  givenKey: string;
  birthDate?: string | undefined;
  sex?: PatientRow['sex'] | undefined;
}

/**
 * Probably the same person: equal birth date, and either the full name in any order, or first given name and sex. The
 * family name may differ, because people marry. An unknown sex matches any.
 */
export function likelySame({ familyKey, givenKey, birthDate, sex }: NewIdentity): SQL | undefined {
  const sameSex = sex === 'unknown' ? undefined : sex && inArray(patients.sex, [sex, 'unknown']);
  const matchingName = or(
    familyKey && givenKey
      ? and(eq(patients.familyKey, familyKey), eq(patients.givenKey, givenKey))
      : undefined,
    familyKey && givenKey
      ? and(eq(patients.familyKey, givenKey), eq(patients.givenKey, familyKey))
      : undefined,
    sex && givenKey ? and(sameFirstGiven(givenKey), sameSex) : undefined,
  );
  return birthDate && matchingName ? and(eq(patients.birthDate, birthDate), matchingName) : undefined;
}

/** Many records and messages have only the first given name. */
function sameFirstGiven(givenKey: string): SQL | undefined {
  const [first] = givenKey.split(' ', 1);
  return first ? sql`split_part(${patients.givenKey}, ' ', 1) = ${first}` : undefined;
}

/**
 * Portal: patients that may be the one about to be created: the same family and first given name, or two of a similar
 * name, the birth date and the phone number. Only a warning, because twins exist.
 */
export function findDuplicates(
  ctx: Context,
  input: z.output<typeof findDuplicatesInput>,
): Promise<z.output<typeof duplicateCandidates>> {
  return perform(ctx, OPERATION, async (tx) => {
    const { sex, birth_date: birthDate } = input;
    const identity = { familyKey: nameKey(input.family), givenKey: nameKey(input.given), birthDate, sex };
    const likely = likelySame(identity);
    const similar = or(likely, await similarTo(tx, ctx, identity, input.phone));
    const found = similar
      ? await tx
          .select({ row: patients, likely: likely ? sql<boolean>`(${likely})` : sql<boolean>`false` })
          .from(patients)
          .where(and(eq(patients.orgId, ctx.actor.orgId), isNull(patients.deletedAt), similar))
          .orderBy(
            ...(likely ? [desc(sql`(${likely})`)] : []),
            desc(eq(patients.givenKey, identity.givenKey)),
            desc(patients.id),
          )
          .limit(8)
      : [];
    const rows = await resolveMerged(
      tx,
      ctx,
      found.map(({ row }) => row),
    );
    const patientIds = rows.map(({ id }) => id);
    const closed = await closedCharts(tx, ctx, patientIds);
    return {
      output: {
        data: rows.map((row) => presentChart(row, closed)),
        needs_reason: found.some((one) => one.likely),
      },
      audit: { objectKind: 'patient', patientIds, detail: { count: rows.length } },
    };
  });
}

async function similarTo(
  tx: Tx,
  ctx: Context,
  { familyKey, givenKey, birthDate }: NewIdentity,
  phone: string,
): Promise<SQL | undefined> {
  const similarName = or(
    familyKey ? or(eq(patients.familyKey, familyKey), eq(patients.givenKey, familyKey)) : undefined,
    givenKey ? or(sameFirstGiven(givenKey), eq(patients.familyKey, givenKey)) : undefined,
  );
  const sameName =
    familyKey && givenKey ? and(eq(patients.familyKey, familyKey), sameFirstGiven(givenKey)) : undefined;
  const sameDay = birthDate ? eq(patients.birthDate, birthDate) : undefined;
  const ids = await idsByPhone(tx, ctx, phone);
  const samePhone = ids.length > 0 ? inArray(patients.id, ids) : undefined;
  const both = (one: SQL | undefined, other: SQL | undefined) => one && other && and(one, other);
  return or(sameName, both(sameDay, similarName), both(samePhone, similarName), both(samePhone, sameDay));
}

/** A number shared by more patients belongs to a ward or care home, not a household. */
const MOST_BY_PHONE = 200;

/** A separate statement: inside an `or` it would scan all patients of the organization. */
async function idsByPhone(tx: Tx, ctx: Context, phone: string): Promise<string[]> {
  const tail = phoneTail(phone);
  if (!tail) return [];
  const found = await tx
    .selectDistinct({ id: patientTokens.patientId })
    .from(patientTokens)
    .where(
      and(
        eq(patientTokens.orgId, ctx.actor.orgId),
        eq(patientTokens.kind, 'phone'),
        sql`${patientTokens.token} >= ${tail} and ${patientTokens.token} < ${tail + '\u{10FFFF}'}`,
      ),
    )
    .limit(MOST_BY_PHONE);
  return found.map(({ id }) => id);
}
