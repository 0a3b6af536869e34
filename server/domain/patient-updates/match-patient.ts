import { and, arrayOverlaps, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { erasures, patientFeeds, patientIdentifiers, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { HumanName, PatientIdentifier } from '../../data-types/patient';
import type { Context } from '../../shared/context';
import { possibleHashes } from '../erasures/identifier-hashes';
import { zeroSpellings } from '../inbound-reports/filing/same-identifier';
import type { PatientRow } from '../patients/access';
import { nameKey } from '../patients/search-terms';
import { similarBirthDates } from '../patients/similar-birth-dates';

/**
 * Which records the identifiers of a message name. The caller that changes them holds the lock of patient feeds; the
 * records are locked, so that an edit in the portal is neither lost nor half applied.
 */

const MOST = 5;
/** Types that identify one person; insurance numbers are shared by families. */
const IDENTIFYING: readonly PatientIdentifier['type'][] = ['mrn', 'national_id'];

export interface Identified {
  byMrn: PatientRow[];
  /** Includes MRNs that a user linked to a record with another MRN. */
  byIdentifier: PatientRow[];
}

/** @param mrnSystems under which a user's link to an MRN is stored */
export async function findIdentified(
  tx: Tx,
  ctx: Context,
  mrns: readonly string[],
  mrnSystems: readonly string[],
  identifiers: readonly PatientIdentifier[],
  { lock = true } = {},
): Promise<Identified> {
  const exact = await patientsByMrn(tx, ctx, mrns, lock);
  const byMrn = exact.length > 0 ? exact : await patientsByMrn(tx, ctx, mrns.flatMap(zeroSpellings), lock);
  const pairs = [
    ...identifiers.filter(({ type }) => IDENTIFYING.includes(type)),
    ...mrns.flatMap((value) => mrnSystems.map((system) => ({ system, value }))),
  ];
  return { byMrn, byIdentifier: await patientsByIdentifier(tx, ctx, pairs, lock) };
}

async function patientsByMrn(
  tx: Tx,
  ctx: Context,
  mrns: readonly string[],
  lock: boolean,
): Promise<PatientRow[]> {
  if (mrns.length === 0) return [];
  const query = tx
    .select()
    .from(patients)
    .where(
      and(eq(patients.orgId, ctx.actor.orgId), inArray(patients.mrn, [...mrns]), isNull(patients.deletedAt)),
    )
    .orderBy(patients.id)
    .limit(MOST);
  return lock ? query.for('update') : query;
}

async function patientsByIdentifier(
  tx: Tx,
  ctx: Context,
  pairs: readonly Pick<PatientIdentifier, 'system' | 'value'>[],
  lock: boolean,
): Promise<PatientRow[]> {
  const { orgId } = ctx.actor;
  if (pairs.length === 0) return [];
  const ids = await tx
    .selectDistinct({ id: patientIdentifiers.patientId })
    .from(patientIdentifiers)
    .where(
      and(
        eq(patientIdentifiers.orgId, orgId),
        inArray(patientIdentifiers.type, [...IDENTIFYING]),
        or(
          ...pairs.map(({ system, value }) =>
            and(eq(patientIdentifiers.system, system), eq(patientIdentifiers.value, value)),
          ),
        ),
      ),
    )
    .limit(MOST);
  if (ids.length === 0) return [];
  const query = tx
    .select()
    .from(patients)
    .where(
      and(
        eq(patients.orgId, orgId),
        inArray(
          patients.id,
          ids.map(({ id }) => id),
        ),
        isNull(patients.deletedAt),
      ),
    )
    .orderBy(patients.id);
  return lock ? query.for('update') : query;
}

export async function wasDeleted(tx: Tx, ctx: Context, mrn: string): Promise<boolean> {
  const found = await tx
    .select({ id: patients.id })
    .from(patients)
    .where(and(eq(patients.orgId, ctx.actor.orgId), eq(patients.mrn, mrn), isNotNull(patients.deletedAt)))
    .limit(1);
  return found.length > 0;
}

/** An erased patient is not created again automatically. */
export async function wasErased(tx: Tx, ctx: Context, mrn: string): Promise<boolean> {
  const { orgId } = ctx.actor;
  const found = await tx
    .select({ id: erasures.id })
    .from(erasures)
    .where(
      and(eq(erasures.orgId, orgId), arrayOverlaps(erasures.identifierHashes, possibleHashes(orgId, mrn))),
    )
    .limit(1);
  return found.length > 0;
}

/**
 * Records with the same full name and the same or a similar birth date that this feed has not sent: those it has sent are
 * other people, because the hospital gives them another MRN.
 */
export async function findLikelyDuplicates(
  tx: Tx,
  ctx: Context,
  connectionId: string,
  name: HumanName,
  birthDate: string,
): Promise<PatientRow[]> {
  const { orgId } = ctx.actor;
  const rows = await tx
    .select({ patient: patients })
    .from(patients)
    .leftJoin(
      patientFeeds,
      and(
        eq(patientFeeds.orgId, orgId),
        eq(patientFeeds.connectionId, connectionId),
        eq(patientFeeds.patientId, patients.id),
      ),
    )
    .where(
      and(
        eq(patients.orgId, orgId),
        inArray(patients.birthDate, [birthDate, ...similarBirthDates(birthDate)]),
        eq(patients.familyKey, nameKey(name.family)),
        eq(patients.givenKey, nameKey(...name.given)),
        isNull(patients.deletedAt),
        isNull(patientFeeds.patientId),
      ),
    )
    .orderBy(desc(eq(patients.birthDate, birthDate)), desc(patients.id))
    .limit(MOST);
  return rows.map(({ patient }) => patient);
}
