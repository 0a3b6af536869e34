import type { FeedField, MergePolicy } from '../../data-types/lab-connection-codes';
import type { PatientUpdateState } from '../../data-types/inbound-message-codes';
import { mergesRecords, type AdtEffect } from '../../hl7v2/adt-events';
import type { AdtPatient } from '../../hl7v2/read-adt';
import type { PatientFacts } from '../inbound-reports/filing/patient-facts';
import { isSameIdentifier } from '../inbound-reports/filing/same-identifier';
import type { PatientRow } from '../patients/access';
import type { CreatePatientInput } from '../patients/contract';
import { contradictingFields, findContradiction, isNameOfAnother, isPriorOfAnother } from './contradictions';
import { planChange, withLinkedMrn, type Planned, type Register, type SentField } from './feed-fields';
import type { Identified } from './match-patient';
import { heldState, type UpdateProblem } from './rules';

/** What a message does to the records its identifiers name. Pure. */

export interface Situation {
  event: string;
  effect: AdtEffect;
  person: AdtPatient;
  facts: PatientFacts;
  fields: readonly SentField[];
  sentAt: Date;
  policy: { create: boolean; update: readonly FeedField[]; merge: MergePolicy };
  found: Identified;
  /** MRG: the MRNs, the systems under which a user's link to them is stored, and their records. */
  prior: {
    facts: PatientFacts;
    mrns: readonly string[];
    systems: readonly string[];
    rows: readonly PatientRow[];
  };
  /** Survivors of the merged records among these, by ID. */
  survivors: ReadonlyMap<string, string | null>;
  /** Whether a user has undone a merge of these records. */
  wasUndone: boolean;
  /** Null if a required field is missing. */
  created: CreatePatientInput | null;
  likely: PatientRow[];
  deleted: boolean;
  /** Of the record found, if there is one. */
  fed: { newestAt: Date; register: Register } | null;
}

export type UpdateDecision =
  | { kind: 'create'; patient: CreatePatientInput }
  | { kind: 'update'; chart: PatientRow; plan: Planned }
  | { kind: 'merge'; chart: PatientRow; merged: PatientRow; plan: Planned }
  | {
      kind: 'none';
      state: Exclude<PatientUpdateState, 'applied'>;
      problem: UpdateProblem;
      candidates: PatientRow[];
    };

const none = (
  state: Exclude<PatientUpdateState, 'applied'>,
  problem: UpdateProblem,
  candidates: PatientRow[] = [],
): UpdateDecision => ({ kind: 'none', state, problem, candidates });

const held = (problem: UpdateProblem, candidates: PatientRow[]): UpdateDecision =>
  none(heldState(problem), problem, candidates);

export function decideUpdate(situation: Situation): UpdateDecision {
  const { effect, facts, policy, prior } = situation;
  const named = namedRecords(situation);
  if (effect === 'none') return none('ignored', 'no_demographic_effect');
  if (effect === 'delete')
    return named.length > 0 ? held('deletion_sent', named) : none('ignored', 'patient_unknown');
  if (effect === 'merge' || hasOtherPatient(situation)) {
    const all = distinct([...named, ...prior.rows]);
    const merge =
      policy.merge === 'automatic' && mergesRecords(situation.event) ? decideMerge(situation) : null;
    if (merge) return merge;
    return all.length === 0 && !policy.create ? none('ignored', 'patient_unknown') : held('merge_sent', all);
  }
  if (effect === 'merge_between_patients') return none('ignored', 'no_demographic_effect');
  if (facts.mrns.length > 1) return held('several_mrns', named);
  if (named.length > 1) return held('several_matches', named);
  return named[0] ? decideKnown(situation, named[0]) : decideUnknown(situation);
}

/** Once each. A merged record is left out if its survivor is named too. */
function namedRecords({ found, survivors }: Situation): PatientRow[] {
  const all = distinct([...found.byMrn, ...found.byIdentifier]);
  return all.filter(({ id }) => !all.some((other) => other.id === survivors.get(id)));
}

/** Null unless the message names exactly two records, and nothing indicates that they are of two people. */
function decideMerge(situation: Situation): UpdateDecision | null {
  const { person, facts, fields, sentAt, policy, prior, survivors, fed } = situation;
  const [priorMrn, ...otherMrns] = prior.mrns;
  if (facts.mrns.length !== 1 || priorMrn === undefined || otherMrns.length > 0) return null;
  const records = distinct(prior.rows);
  const named = namedRecords(situation).filter(({ id }) => !records.some((record) => record.id === id));
  const [chart, ...others] = named;
  const [merged, ...more] = records;
  if (!chart || others.length > 0 || more.length > 0 || chart.mergedIntoId) return null;
  if (!situation.found.byMrn.some(({ id }) => id === chart.id || survivors.get(id) === chart.id)) return null;
  if (findContradiction(person.patient, person.demographics, facts, chart)) return null;
  const plan = planChange(chart, fields, fed?.register ?? {}, new Set(policy.update), sentAt);
  if (!merged) {
    if (isPriorOfAnother(prior.facts, person.demographics, chart)) return null;
    const known = plan.change.identifiers ?? chart.identifiers;
    const identifiers = withLinkedMrn(known, priorMrn, prior.systems[0]!);
    return (
      identifiers && { kind: 'update', chart, plan: { ...plan, change: { ...plan.change, identifiers } } }
    );
  }
  if (survivors.get(merged.id) === chart.id) return { kind: 'update', chart, plan };
  if (merged.mergedIntoId || situation.wasUndone || contradictingFields(chart, merged).length > 0)
    return null;
  if (isNameOfAnother(prior.facts, merged)) return null;
  return { kind: 'merge', chart, merged, plan };
}

/** MRG names an identifier that PID-3 has not: the message is about two records, whatever its event. */
function hasOtherPatient({ person }: Situation): boolean {
  const own = [...person.patient.identifiers, ...person.patient.other_identifiers];
  return person.prior.some(({ number }) => !own.some((one) => isSameIdentifier(one.number, number)));
}

function decideUnknown({ facts, policy, created, likely, deleted }: Situation): UpdateDecision {
  if (!policy.create) return none('ignored', 'patient_unknown');
  if (facts.mrns.length === 0) return held('no_mrn', likely);
  if (deleted) return held('patient_deleted', likely);
  if (!created) return held('incomplete', likely);
  if (likely.length > 0) {
    const isSame = likely.some(({ birthDate }) => birthDate === created.birth_date);
    return held(isSame ? 'likely_duplicate' : 'similar_birth_date', likely);
  }
  return { kind: 'create', patient: created };
}

function decideKnown(situation: Situation, chart: PatientRow): UpdateDecision {
  const { person, facts, fields, sentAt, policy, found, fed } = situation;
  if (chart.status === 'merged') return held('patient_merged', [chart]);
  const isOlder = fed !== null && sentAt < fed.newestAt;
  const isLinked = found.byIdentifier.some(({ identifiers }) =>
    identifiers.some(({ type, value }) => type === 'mrn' && facts.mrns.includes(value)),
  );
  const problem =
    facts.mrns.length > 0 && found.byMrn.length === 0 && !isLinked
      ? 'mrn_differs'
      : findContradiction(person.patient, person.demographics, facts, chart);
  if (problem) return isOlder ? none('older', 'older', [chart]) : held(problem, [chart]);
  const plan = planChange(chart, fields, fed?.register ?? {}, new Set(policy.update), sentAt);
  if (isOlder && plan.newer.length === 0) return none('older', 'older', [chart]);
  return { kind: 'update', chart, plan };
}

const distinct = (rows: readonly PatientRow[]): PatientRow[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];
