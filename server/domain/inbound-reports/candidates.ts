import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { labOrderItems, labOrders, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { readId, showId } from '../../shared/ids';
import { closedCharts } from '../../shared/restricted-charts';
import type { Candidate } from './contract';
import { MOST_CANDIDATES } from './rules';
import { isOpen } from '../lab-orders/rules';
import { matchesItem } from '../lab-results/rules';
import type { TestNames } from '../lab-results/report';
import { mergedRecords, resolveMerged } from '../patients/access';
import { nameKey, patientTokens } from '../patients/search-terms';
import { similarBirthDates } from '../patients/similar-birth-dates';
import type { NormalPatient } from '../../hl7v2/normal-message';
import { zeroSpellings } from './filing/same-identifier';
import type { PatientFacts } from './filing/patient-facts';
import { comparePerson, rankCandidates, type Ranked } from './rank-candidates';

/** Possible patients of a report, by every number, name, birth date and phone number in it, the most likely first. */

type PatientRow = typeof patients.$inferSelect;
const MOST_LOOKED_AT = 60;
const MOST_ORDERS = 5;
/** Among which those with the tests of the report are searched. */
const MOST_ORDERS_READ = 25;

/** A report's patient as sent, and its tests. */
export interface Sent {
  patient: NormalPatient;
  facts: PatientFacts;
  tests: readonly Pick<TestNames, 'code' | 'other_code' | 'loinc'>[];
  /** The patient that was created from the message (`uuid`). */
  created?: string | null;
}

export interface Compared {
  shown: Candidate[];
  /** Those in restricted charts (`pat_…`), of which nothing else is shown. */
  restricted: string[];
  /** `uuid` */
  patientIds: string[];
}

/** @param named patients that the report's numbers identify (`uuid`) */
export async function findCandidates(
  tx: Tx,
  ctx: Context,
  sent: Sent,
  named: string | null,
): Promise<Compared> {
  const rows = await likely(tx, ctx, sent, named);
  const ranked = rankCandidates(sent.patient, sent.facts, rows, named, sent.created);
  return present(tx, ctx, sent, ranked.slice(0, MOST_CANDIDATES));
}

/** Patients a user looked up, in that order; unknown ones are omitted. `ids`: `pat_…`. */
export async function comparePatients(
  tx: Tx,
  ctx: Context,
  sent: Sent,
  ids: readonly string[],
): Promise<Compared> {
  const uuids = [...new Set(ids.flatMap((id) => readId('patient', id) ?? []))];
  const found = new Map((await visible(tx, ctx, uuids)).map((row) => [row.id, row]));
  const rows = await charts(
    tx,
    ctx,
    uuids.flatMap((id) => found.get(id) ?? []),
  );
  return present(
    tx,
    ctx,
    sent,
    rows.map((row) => comparePerson(sent.patient, sent.facts, row, sent.created)),
  );
}

async function present(
  tx: Tx,
  ctx: Context,
  sent: Sent,
  ranked: readonly Ranked<PatientRow>[],
): Promise<Compared> {
  const patientIds = ranked.map(({ patient }) => patient.id);
  const closed = await closedCharts(tx, ctx, patientIds);
  const open = ranked.filter(({ patient }) => !closed.has(patient.id));
  const orders = await ordersOf(tx, ctx, open, sent);
  return {
    patientIds,
    restricted: patientIds.filter((id) => closed.has(id)).map((id) => showId('patient', id)),
    shown: open.map(({ patient, fits, close, compared }) => ({
      patient: {
        id: showId('patient', patient.id),
        mrn: patient.mrn,
        family: patient.name.family,
        given: patient.name.given.join(' '),
        birth_date: patient.birthDate,
        sex: patient.sex,
        address: addressText(patient.addresses[0]),
      },
      fits,
      close,
      compared,
      orders: orders.get(patient.id) ?? [],
    })),
  };
}

function addressText(address: PatientRow['addresses'][number] | undefined): string | null {
  if (!address) return null;
  const { lines, city, state, postal_code, country } = address;
  return [...lines, city, state, postal_code, country].filter(Boolean).join(', ') || null;
}

async function likely(
  tx: Tx,
  ctx: Context,
  { patient, facts }: Sent,
  named: string | null,
): Promise<PatientRow[]> {
  const { orgId } = ctx.actor;
  const numbers = [...patient.identifiers, ...patient.other_identifiers].map(({ number }) => number);
  const mrns = [...facts.mrns, ...facts.mrns.flatMap(zeroSpellings)];
  const [first, ...rest] = facts.names.map((name) => ({
    family: name.family ?? '',
    given: [name.given, name.middle].filter((part) => part !== null),
    prefix: null,
    suffix: null,
    use: 'official' as const,
  }));
  const tokens = patientTokens({
    mrn: mrns[0] ?? '',
    name: first ?? { family: '', given: [], prefix: null, suffix: null, use: 'official' },
    otherNames: rest,
    identifiers: numbers.map((value) => ({
      system: '',
      value,
      type: 'other',
      type_code: null,
      assigner: null,
    })),
    phones: patient.contacts.map((value) => ({ value, raw: value })),
    emails: [],
  });
  const words = sql.param(tokens.map(({ token }) => token));
  const kinds = sql.param(tokens.map(({ kind }) => kind));
  const { rows: byTokens } = await tx.execute<{ patient_id: string }>(sql`select t.patient_id
    from unnest(${words}::text[], ${kinds}::text[]) as sent (token, kind)
    join patient_tokens t on t.org_id = ${orgId} and t.token = sent.token and t.kind = sent.kind
    group by t.patient_id order by count(*) desc, t.patient_id limit ${MOST_LOOKED_AT}`);
  const byBirthDate =
    facts.birthDate?.length === 10
      ? await tx
          .select({ id: patients.id })
          .from(patients)
          .where(
            and(
              eq(patients.orgId, orgId),
              eq(patients.birthDate, facts.birthDate),
              isNull(patients.deletedAt),
            ),
          )
          .limit(MOST_LOOKED_AT)
      : [];
  const families = facts.names.flatMap(({ family }) => (family === null ? [] : nameKey(family)));
  const bySimilarBirthDate =
    facts.birthDate?.length === 10 && families.length > 0
      ? await tx
          .select({ id: patients.id })
          .from(patients)
          .where(
            and(
              eq(patients.orgId, orgId),
              inArray(patients.familyKey, families),
              inArray(patients.birthDate, similarBirthDates(facts.birthDate)),
              isNull(patients.deletedAt),
            ),
          )
          .limit(MOST_LOOKED_AT)
      : [];
  const byMrn = await tx
    .select({ id: patients.id })
    .from(patients)
    .where(
      and(
        eq(patients.orgId, orgId),
        inArray(patients.mrn, ['', ...mrns, ...numbers]),
        isNull(patients.deletedAt),
      ),
    )
    .limit(MOST_LOOKED_AT);
  const ids = new Set([
    ...(named ? [named] : []),
    ...byMrn.map(({ id }) => id),
    ...byTokens.map(({ patient_id }) => patient_id),
    ...byBirthDate.map(({ id }) => id),
    ...bySimilarBirthDate.map(({ id }) => id),
  ]);
  return inSight(tx, ctx, [...ids]);
}

const inSight = async (tx: Tx, ctx: Context, ids: string[]): Promise<PatientRow[]> =>
  charts(tx, ctx, await visible(tx, ctx, ids));

/** A merged record is represented by its survivor, with its MRN and name. */
async function charts(tx: Tx, ctx: Context, rows: readonly PatientRow[]): Promise<PatientRow[]> {
  const survivors = await resolveMerged(tx, ctx, rows);
  const merged = await mergedRecords(tx, ctx, survivors);
  return survivors.map((row) => {
    const records = row.mergedFrom.flatMap((id) => merged.get(id) ?? []);
    return {
      ...row,
      otherMrns: [row, ...records].flatMap(mrnsOf),
      otherNames: [...row.otherNames, ...records.flatMap(({ name, otherNames }) => [name, ...otherNames])],
    };
  });
}

const mrnsOf = ({ mrn, identifiers }: PatientRow): string[] => [
  mrn,
  ...identifiers.flatMap(({ type, value }) => (type === 'mrn' ? value : [])),
];

async function visible(tx: Tx, ctx: Context, ids: string[]): Promise<PatientRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(patients)
    .where(and(eq(patients.orgId, ctx.actor.orgId), inArray(patients.id, ids), isNull(patients.deletedAt)));
}

/** Those with most tests of the report, then the open ones, then the newest. */
async function ordersOf(
  tx: Tx,
  ctx: Context,
  ranked: readonly Ranked<PatientRow>[],
  { tests }: Sent,
): Promise<Map<string, Candidate['orders']>> {
  const { orgId } = ctx.actor;
  const found = new Map<string, Candidate['orders']>();
  for (const { patient } of ranked) {
    const orders = await tx
      .select()
      .from(labOrders)
      .where(and(eq(labOrders.orgId, orgId), eq(labOrders.patientId, patient.id)))
      .orderBy(desc(labOrders.id))
      .limit(MOST_ORDERS_READ);
    if (orders.length === 0) continue;
    const items = await tx
      .select()
      .from(labOrderItems)
      .where(
        and(
          eq(labOrderItems.orgId, orgId),
          inArray(
            labOrderItems.orderId,
            orders.map(({ id }) => id),
          ),
        ),
      );
    found.set(
      patient.id,
      orders
        .map((order) => {
          const own = items.filter(({ orderId }) => orderId === order.id);
          const answered = own.filter((item) => tests.some((test) => matchesItem(test, item)));
          return {
            id: showId('lab_order', order.id),
            order_number: order.orderNumber,
            created_at: order.createdAt.toISOString(),
            status: order.status,
            tests: own.map(({ name }) => name),
            answered: answered.length,
            unreported: answered.filter((item) => item.status !== 'resulted').length,
          };
        })
        .toSorted((a, b) => b.answered - a.answered || Number(isOpen(b.status)) - Number(isOpen(a.status)))
        .slice(0, MOST_ORDERS),
    );
  }
  return found;
}
