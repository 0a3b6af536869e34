import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { patientFeeds, patientMerges } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { NormalPatient } from '../../hl7v2/normal-message';
import type { AdtPatient } from '../../hl7v2/read-adt';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { patientFacts } from '../inbound-reports/filing/patient-facts';
import { mergedRecords, resolveMerged, type PatientRow } from '../patients/access';
import type { Situation } from './decide-update';
import { identifiersOf, newPatient, notHeldBy, sentFields } from './feed-fields';
import { findIdentified, findLikelyDuplicates, wasDeleted, wasErased } from './match-patient';
import type { InboundAdt } from './read-update';

/** The MRN of a message, and what of it can be stored. */
export function readPerson({ adt, connection }: InboundAdt, position: number) {
  const person = adt.people[position]!;
  const facts = patientFacts(person.patient, connection.mrnAuthority);
  const all = [...person.patient.identifiers, ...person.patient.other_identifiers];
  const identifiers = identifiersOf(all, facts.mrns);
  const { fields, invalid, notDeletable } = sentFields(person.demographics, identifiers);
  for (const field of invalid)
    adt.warnings.add(
      'patient_field_unreadable',
      `${person.place}-${field}`,
      'The value cannot be stored; it is ignored.',
    );
  for (const field of notDeletable)
    adt.warnings.add(
      'delete_not_possible',
      `${person.place}-${field}`,
      'The sender deletes a field that every patient has; it stays unchanged.',
    );
  const mrn = facts.mrns[0] ?? null;
  const priorPatient = patientOfPrior(person);
  const priorFacts = patientFacts(priorPatient, connection.mrnAuthority);
  return {
    person,
    facts,
    identifiers,
    fields,
    mrn,
    mrnSystems: mrnSystemsOf(all, mrn, connection.id),
    prior: {
      patient: priorPatient,
      facts: priorFacts,
      mrns: priorFacts.mrns,
      systems: mrnSystemsOf(person.prior, priorFacts.mrns[0] ?? null, connection.id),
    },
  };
}

/** What MRG says of the other record. */
const patientOfPrior = ({ prior, priorNames }: AdtPatient): NormalPatient => ({
  identifiers: prior,
  other_identifiers: [],
  names: priorNames,
  birth_date: null,
  sex: null,
  addresses: [],
  contacts: [],
  account_number: null,
  deleted_fields: [],
});

/** The assigning authority, and the connection for senders without one. */
function mrnSystemsOf(
  all: readonly { number: string; authority: string | null }[],
  mrn: string | null,
  connectionId: string,
): string[] {
  const authority = all.find(({ number }) => number.trim() === mrn)?.authority ?? null;
  return [...(authority === null ? [] : [authority]), showId('lab_connection', connectionId)];
}

/** What the decision about one patient of a message depends on. */
export async function readSituation(
  tx: Tx,
  ctx: Context,
  message: InboundAdt,
  position: number,
): Promise<Situation> {
  const { adt, connection, sentAt } = message;
  const read = readPerson(message, position);
  const { person, facts, identifiers, mrn, mrnSystems, prior } = read;
  const isUpdate = adt.effect !== 'none';
  const found = isUpdate
    ? await findIdentified(tx, ctx, facts.mrns, mrnSystems, identifiers)
    : { byMrn: [], byIdentifier: [] };
  const before =
    person.prior.length > 0 && isUpdate
      ? await findIdentified(tx, ctx, prior.mrns, prior.systems, [])
      : { byMrn: [], byIdentifier: [] };
  const priorRows = [...before.byMrn, ...before.byIdentifier];
  const [one] = found.byMrn.length > 0 ? found.byMrn : found.byIdentifier;
  const others = one ? [...(await mergedRecords(tx, ctx, [one])).values(), ...priorRows] : [];
  const held = others.filter(({ id }) => id !== one?.id);
  const fields =
    held.length === 0 ? read.fields : sentFields(person.demographics, notHeldBy(held, identifiers)).fields;
  const { name, birth_date } = person.demographics;
  return {
    event: adt.event,
    effect: adt.effect,
    person,
    facts,
    fields,
    sentAt,
    policy: {
      create: connection.createPatients ?? false,
      update: connection.updateDemographics ?? [],
      merge: connection.merge ?? 'ask',
    },
    found,
    prior: { ...prior, rows: priorRows },
    survivors: await survivorsOf(tx, ctx, [...found.byMrn, ...found.byIdentifier, ...priorRows]),
    wasUndone: await wasUndone(tx, ctx, [...found.byMrn, ...found.byIdentifier, ...priorRows]),
    created: mrn === null ? null : newPatient(fields, mrn),
    likely:
      !one && isUpdate && name && birth_date
        ? await findLikelyDuplicates(tx, ctx, connection.id, name, birth_date)
        : [],
    deleted: !one && mrn !== null && ((await wasDeleted(tx, ctx, mrn)) || (await wasErased(tx, ctx, mrn))),
    fed: one ? await readFeed(tx, ctx, connection.id, one.id) : null,
  };
}

/** Whether a user has undone a merge of two of these patients, with the records merged into them. */
async function wasUndone(tx: Tx, ctx: Context, rows: readonly PatientRow[]): Promise<boolean> {
  const ids = [...new Set(rows.flatMap(({ id, mergedFrom }) => [id, ...mergedFrom]))];
  if (ids.length < 2) return false;
  const [found] = await tx
    .select({ id: patientMerges.id })
    .from(patientMerges)
    .where(
      and(
        eq(patientMerges.orgId, ctx.actor.orgId),
        inArray(patientMerges.survivorId, ids),
        inArray(patientMerges.mergedId, ids),
        isNotNull(patientMerges.unmergedAt),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Of the merged records, by ID. */
async function survivorsOf(
  tx: Tx,
  ctx: Context,
  rows: readonly PatientRow[],
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const row of rows)
    if (row.mergedIntoId) found.set(row.id, (await resolveMerged(tx, ctx, [row]))[0]?.id ?? null);
  return found;
}

export async function readFeed(
  tx: Tx,
  ctx: Context,
  connectionId: string,
  patientId: string,
): Promise<Situation['fed']> {
  return (await readFeeds(tx, ctx, connectionId, [patientId])).get(patientId) ?? null;
}

/** By patient (UUID). */
export async function readFeeds(
  tx: Tx,
  ctx: Context,
  connectionId: string,
  patientIds: string[],
): Promise<Map<string, NonNullable<Situation['fed']>>> {
  const rows = await tx
    .select()
    .from(patientFeeds)
    .where(
      and(
        eq(patientFeeds.orgId, ctx.actor.orgId),
        eq(patientFeeds.connectionId, connectionId),
        inArray(patientFeeds.patientId, patientIds),
      ),
    );
  return new Map(rows.map(({ patientId, newestAt, fields }) => [patientId, { newestAt, register: fields }]));
}
