import { and, desc, eq, gt, gte, inArray, isNull, notInArray } from 'drizzle-orm';
import { inboundPatientUpdates, patientMerges, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform, type Operation } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { assertChartsOpen, closedCharts, ofOpenChart } from '../../shared/restricted-charts';
import { readId, showId, showIdOrNull } from '../../shared/ids';
import { comparePatients, findCandidates } from '../inbound-reports/candidates';
import { comparePerson } from '../inbound-reports/rank-candidates';
import { addressTexts, sentAddress } from '../inbound-reports/sent-address';
import {
  candidateCharts,
  findUpdate,
  mayApply,
  mayClose,
  mayMerge,
  presentDecision,
  presentUpdate,
  READ,
  reasonsOf,
  recordsToMerge,
  type Decided,
  type UpdateRow,
} from './access';
import type { Candidate } from '../inbound-reports/contract';
import type { GetPatientUpdateInput, PatientUpdateDetail, UpdateCandidate } from './contract';
import { contradictingFields, isPriorOfAnother } from './contradictions';
import { hasMrn, mrnIfCreated, type Planned } from './feed-fields';
import { laterData, type LaterData } from './later-data';
import { mrnOwners, takenMrns, type MrnOwners } from './mrn-owners';
import { readFeeds, readPerson } from './read-situation';
import { keptFields, planApplication, planMerge, unknownMrns } from './plan-application';
import { readInboundAdt, type InboundAdt } from './read-update';
import { mayCreate, NOT_OF_ONE_PATIENT, OPEN_STATES } from './rules';
import { changedSince, isUndoable, recordOf } from './undo-patient-update';
import { mergedRecords, type PatientRow } from '../patients/access';
import { nameAsSent, presentPatient } from '../patients/present';

const READ_ONE: Operation<PatientUpdateDetail> = {
  action: 'get_patient_update',
  kind: 'read',
  ...READ,
  restrictedCharts: 'initials',
};

/**
 * A patient of a message next to the records it may be about. All of them count as accessed.
 * @throws DomainError `not_found`
 */
export function getPatientUpdate(ctx: Context, input: GetPatientUpdateInput): Promise<PatientUpdateDetail> {
  return perform(ctx, READ_ONE, async (tx) => {
    const found = await findUpdate(tx, ctx, input.id);
    const { row } = found;
    const message = await readInboundAdt(tx, ctx, row.messageId);
    const read = readPerson(message, row.position);
    const { person, facts } = read;
    const { patient, demographics, prior, priorNames } = person;
    const sent = { patient, facts, tests: [] };
    const named = await comparePatients(
      tx,
      ctx,
      sent,
      row.candidates.map((id) => showId('patient', id)),
    );
    const isOpen = (OPEN_STATES as readonly string[]).includes(row.state);
    const isApplicable = isOpen && (await mayApply(tx, ctx, row));
    // A request that is not applied is only about the records it names.
    const isOfRecords = (NOT_OF_ONE_PATIENT as readonly (string | null)[]).includes(row.problem);
    const suggested =
      isOfRecords && !isApplicable && row.state !== 'applied'
        ? { shown: [], restricted: [], patientIds: [] }
        : await findCandidates(tx, ctx, sent, row.candidates[0] ?? null);
    const others = await comparePatients(tx, ctx, sent, input.with);
    const first = new Set(named.shown.map(({ patient: { id } }) => id));
    const candidates = [...named.shown, ...suggested.shown.filter(({ patient: { id } }) => !first.has(id))];
    const owners: MrnOwners = isApplicable ? await mrnOwners(tx, ctx, read) : new Map();
    const ownerIds = [...owners.values()].flat().map(({ id }) => id);
    const compared = [...named.patientIds, ...suggested.patientIds, ...others.patientIds];
    const describe = await describerOf(tx, ctx, row, message, read, compared, isApplicable ? owners : null);
    const merge = row.outcome === 'merged' ? await mergeOf(tx, ctx, row) : null;
    const proposed = isOpen && mayMerge(row) ? await proposedMerge(tx, ctx, row, message, read) : null;
    // The data is that of the patients whom its identifiers name; possible matches are other people until one is chosen.
    const charts = [
      ...row.candidates,
      ...(row.patientId ? [row.patientId] : []),
      ...(merge ? [merge.mergedId] : []),
      ...(proposed ? [readId('patient', proposed.kept.id)!, readId('patient', proposed.merged.id)!] : []),
    ];
    await assertChartsOpen(tx, ctx, charts);
    const later = isOpen || isUndoable(row) ? await laterData(tx, ctx, row) : [];
    const laterIds = later.map(({ chart }) => chart.id);
    const closed = await closedCharts(tx, ctx, laterIds);
    const summary = presentUpdate(found, await reasonsOf(tx, ctx, [row]));
    return {
      output: {
        ...summary,
        patient_id: showIdOrNull('patient', row.patientId),
        newest_id: showIdOrNull('inbound_patient_update', await newestOf(tx, ctx, row)),
        fields: row.fields,
        decided: await decisionOf(tx, ctx, row),
        changes: await changesOf(tx, ctx, row),
        later: later.filter(({ chart }) => !closed.has(chart.id)).map(presentLater),
        merge: merge && {
          family: merge.name.family,
          given: merge.name.given.join(' '),
          undone: await decisionOf(tx, ctx, merge),
        },
        sent: {
          names: patient.names.map(nameAsSent),
          birth_date_unread: patient.birth_date_unread ?? null,
          identifiers: [...patient.identifiers, ...patient.other_identifiers],
          prior_identifiers: prior,
          prior_names: priorNames.map(({ family, given, middle }) => ({
            family,
            given: [given, middle].filter(Boolean).join(' ') || null,
          })),
          addresses: addressTexts(patient),
          address: sentAddress(patient),
          contacts: patient.contacts,
          deceased_at: demographics.deceased_at ?? null,
        },
        may_apply: isApplicable,
        may_merge: isOpen && mayMerge(row),
        may_close: isOpen && (await mayClose(tx, ctx, row)),
        proposed_merge: proposed,
        request:
          isOpen && !proposed && row.problem === 'merge_sent' ? await requestOf(tx, ctx, row, read) : null,
        may_create: isOpen && mayCreate(summary.problem),
        mrn_if_created: mrnIfCreated(facts),
        candidates: candidates.map(describe),
        others: others.shown.map(describe),
        restricted: [
          ...new Set([
            ...named.restricted,
            ...suggested.restricted,
            ...others.restricted,
            ...[...closed].map((id) => showId('patient', id)),
          ]),
        ],
      },
      audit: {
        objectKind: 'inbound_patient_update',
        objectId: row.id,
        patientIds: [...new Set([...compared, ...ownerIds, ...laterIds, ...charts])],
      },
    };
  });
}

/**
 * Adds which MRN of the message the record has, and what applying the message would change.
 * @param patientIds UUIDs of the candidates
 * @param owners null if it cannot be applied
 */
async function describerOf(
  tx: Tx,
  ctx: Context,
  row: UpdateRow,
  { connection, sentAt }: InboundAdt,
  read: ReturnType<typeof readPerson>,
  patientIds: string[],
  owners: MrnOwners | null,
): Promise<(one: Candidate) => UpdateCandidate> {
  const charts = await candidateCharts(tx, ctx, patientIds);
  const merged = await mergedRecords(tx, ctx, charts);
  const ids = charts.map(({ id }) => id);
  const feeds = owners && (await readFeeds(tx, ctx, connection.id, ids));
  const closed = await closedCharts(tx, ctx, owners ? [...owners.values()].flat().map(({ id }) => id) : []);
  const found = new Map(
    charts.map((chart) => {
      const others = chart.mergedFrom.flatMap((id) => merged.get(id) ?? []);
      const records = [chart, ...others];
      const taken = owners ? takenMrns(owners, records) : [];
      const plan =
        feeds && taken.length === 0
          ? planApplication(
              chart,
              others,
              read,
              unknownMrns(row, read, records, false),
              sentAt,
              feeds.get(chart.id)?.register ?? {},
            )
          : null;
      return [
        showId('patient', chart.id),
        {
          applied: plan && { before: presentPatient(chart), after: changed(chart, plan) },
          kept: keptFields(row, chart.id, feeds?.get(chart.id)?.register ?? {}),
          has_prior_mrn: read.prior.mrns.some((mrn) => records.some((record) => hasMrn(record, mrn))),
          prior_name_differs:
            row.problem === 'merge_sent' &&
            isPriorOfAnother(read.prior.facts, read.person.demographics, chart),
          taken_mrns: taken.map(({ mrn, owner }) => ({
            mrn,
            owner: closed.has(owner.id) ? null : ownerOf(owner),
          })),
        },
      ];
    }),
  );
  return (one) => ({ ...one, ...(found.get(one.patient.id) ?? NOT_APPLIED) });
}

const NOT_APPLIED = {
  applied: null,
  kept: [],
  has_prior_mrn: false,
  prior_name_differs: false,
  taken_mrns: [],
};

const ownerOf = ({ name: { family, given }, birthDate }: PatientRow) => ({
  family,
  given: given.join(' '),
  birth_date: birthDate,
});

const changed = (chart: PatientRow, { change }: Pick<Planned, 'change'>) =>
  presentPatient({ ...chart, ...change } as PatientRow);

/** The record of PID and that of MRG, if there is one of each. */
async function proposedMerge(
  tx: Tx,
  ctx: Context,
  row: UpdateRow,
  message: InboundAdt,
  read: ReturnType<typeof readPerson>,
): Promise<PatientUpdateDetail['proposed_merge']> {
  const { facts, prior } = read;
  const charts = await candidateCharts(tx, ctx, row.candidates);
  const both = recordsToMerge(charts, facts.mrns, prior.mrns);
  if (!both) return null;
  const { survivor, merged } = both;
  const ofMerged = await mergedRecords(tx, ctx, [merged]);
  const otherNames = [...merged.otherNames, ...[...ofMerged.values()].map(({ name }) => name)];
  const { compared } = comparePerson(prior.patient, prior.facts, { ...merged, otherNames });
  return {
    kept: presentPatient(survivor),
    merged: presentPatient(merged),
    // `recordsToMerge` found it by the number of MRG.
    merged_compared: { ...compared, mrn: 'same' },
    after: changed(survivor, await planMerge(tx, ctx, row, message, read, both)),
    contradicts: contradictingFields(survivor, merged),
  };
}

async function requestOf(
  tx: Tx,
  ctx: Context,
  row: UpdateRow,
  read: ReturnType<typeof readPerson>,
): Promise<PatientUpdateDetail['request']> {
  const charts = await candidateCharts(tx, ctx, row.candidates);
  const records = [...charts, ...(await mergedRecords(tx, ctx, charts)).values()];
  const unknown_mrns = unknownMrns(row, read, records, false);
  const hasBoth = read.mrn !== null && read.prior.mrns.length > 0;
  return { unknown_mrns, is_merged: hasBoth && charts.length === 1 && unknown_mrns.length === 0 };
}

const presentLater = ({ chart: { id, name }, since, fields, results, documents }: LaterData) => ({
  patient_id: showId('patient', id),
  family: name.family,
  given: name.given.join(' '),
  since: since.toISOString(),
  fields,
  lab_results: results,
  documents,
});

async function changesOf(tx: Tx, ctx: Context, row: UpdateRow): Promise<PatientUpdateDetail['changes']> {
  const isMerge = row.outcome === 'merged' && Object.keys(row.valuesAfter).length > 0;
  const record = isMerge || isUndoable(row) ? await recordOf(tx, ctx, row) : null;
  if (!record) return null;
  const changed_since = isMerge ? [] : changedSince(row, record);
  return {
    before: presentPatient({ ...record, ...row.valuesBefore }),
    after: presentPatient({ ...record, ...row.valuesAfter }),
    may_undo: !isMerge && changed_since.length === 0 && !record.mergedIntoId,
    changed_since,
  };
}

/** The newest undecided message that replaced it, or has other fields, by the rule of `closeReplaced`. */
async function newestOf(tx: Tx, ctx: Context, row: UpdateRow): Promise<string | null> {
  const isOpen = (OPEN_STATES as readonly string[]).includes(row.state);
  const isOfRecords = (NOT_OF_ONE_PATIENT as readonly (string | null)[]).includes(row.problem);
  if ((row.problem !== 'replaced' && !isOpen) || isOfRecords || row.mrn === null) return null;
  const [newest] = await tx
    .select({ id: inboundPatientUpdates.id })
    .from(inboundPatientUpdates)
    .where(
      and(
        eq(inboundPatientUpdates.orgId, ctx.actor.orgId),
        eq(inboundPatientUpdates.connectionId, row.connectionId),
        eq(inboundPatientUpdates.mrn, row.mrn),
        inArray(inboundPatientUpdates.state, [...OPEN_STATES]),
        notInArray(inboundPatientUpdates.problem, [...NOT_OF_ONE_PATIENT]),
        (isOpen ? gt : gte)(inboundPatientUpdates.sentAt, row.sentAt),
      ),
    )
    .orderBy(desc(inboundPatientUpdates.sentAt), desc(inboundPatientUpdates.id))
    .limit(1);
  return newest?.id ?? null;
}

async function mergeOf(tx: Tx, ctx: Context, row: UpdateRow) {
  const { orgId } = ctx.actor;
  const [merge] = await tx
    .select({
      decidedAt: patientMerges.unmergedAt,
      decidedBy: patientMerges.unmergedBy,
      reason: patientMerges.unmergeReason,
      mergedId: patientMerges.mergedId,
      name: patients.name,
    })
    .from(patientMerges)
    .innerJoin(
      patients,
      and(
        eq(patients.orgId, orgId),
        eq(patients.id, patientMerges.mergedId),
        isNull(patients.deletedAt),
        ofOpenChart(ctx, patients.id),
      ),
    )
    .where(
      and(
        eq(patientMerges.orgId, orgId),
        eq(patientMerges.survivorId, row.patientId!),
        eq(patientMerges.updateId, row.id),
      ),
    )
    // It may have been undone and decided again.
    .orderBy(desc(patientMerges.id))
    .limit(1);
  return merge ?? null;
}

async function decisionOf(tx: Tx, ctx: Context, row: Decided): Promise<PatientUpdateDetail['decided']> {
  return presentDecision(row, await namesOfPeople(tx, ctx, [row.decidedBy]));
}
