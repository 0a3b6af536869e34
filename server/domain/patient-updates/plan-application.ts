import { FEED_FIELDS } from '../../data-types/lab-connection-codes';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { mergedRecords, type PatientRow } from '../patients/access';
import type { UpdateRow } from './access';
import {
  hasMrn,
  notHeldBy,
  planChange,
  sentFields,
  withLinkedMrn,
  type Planned,
  type Register,
} from './feed-fields';
import { readFeed, type readPerson } from './read-situation';
import type { InboundAdt } from './read-update';
import { CONTRADICTIONS, type Contradiction, type UpdateProblem } from './rules';

type Person = ReturnType<typeof readPerson>;

/**
 * MRNs of a message that none of these records has.
 * @param records those the message is applied to, with the records merged into them
 */
export function unknownMrns(
  { problem }: Pick<UpdateRow, 'problem'>,
  { mrn, prior }: Pick<Person, 'mrn' | 'prior'>,
  records: readonly PatientRow[],
  isMerge: boolean,
): string[] {
  // A merge of records that are not all known here: later messages may still have the number of the other.
  const sent = problem === 'merge_sent' && !isMerge ? [mrn, ...prior.mrns] : [mrn];
  return sent.filter((one) => one !== null).filter((one) => !records.some((record) => hasMrn(record, one)));
}

interface Application extends Planned {
  /** Whether all unknown MRNs can be stored as identifiers. */
  isLinked: boolean;
}

/**
 * What all data of a message changes in the record that a user chose. Fields that the feed has sent later stay.
 * @param others the records merged into it
 * @param unknown MRNs to add to its identifiers
 * @param fed what the feed has sent for it
 */
export function planApplication(
  chart: PatientRow,
  others: readonly PatientRow[],
  { person, identifiers, mrn, mrnSystems, prior }: Person,
  unknown: readonly string[],
  sentAt: Date,
  fed: Register,
): Application {
  const { fields } = sentFields(person.demographics, notHeldBy(others, identifiers));
  // Without older entries: a user may apply a value again.
  const newer = Object.fromEntries(Object.entries(fed).filter(([, { at }]) => at > sentAt.toISOString()));
  const plan = planChange(chart, fields, newer, new Set(FEED_FIELDS), sentAt);
  const change = { ...plan.change };
  for (const one of unknown) {
    const system = one === mrn ? mrnSystems[0]! : prior.systems[0]!;
    const linked = withLinkedMrn(change.identifiers ?? chart.identifiers, one, system);
    if (!linked) return { ...plan, isLinked: false };
    change.identifiers = linked;
  }
  return { ...plan, change, isLinked: true };
}

/** Contradicting fields that stay as they are: newer data of the same patient was applied to the record. */
export const keptFields = (
  { problem, candidates, sentAt }: Pick<UpdateRow, 'problem' | 'candidates' | 'sentAt'>,
  chartId: string,
  fed: Register,
): Contradiction[] =>
  problem === ('newer_applied' satisfies UpdateProblem) && candidates.includes(chartId)
    ? CONTRADICTIONS.filter((field) => fed[field] && fed[field].at > sentAt.toISOString())
    : [];

/** What the message of a merge changes in the surviving record, as long as no values of the merged one are taken. */
export async function planMerge(
  tx: Tx,
  ctx: Context,
  row: UpdateRow,
  { connection, sentAt }: InboundAdt,
  read: Person,
  { survivor, merged }: { survivor: PatientRow; merged: PatientRow },
): Promise<Application> {
  const joined = [survivor, merged];
  const records = [...joined, ...(await mergedRecords(tx, ctx, joined)).values()];
  const others = records.filter(({ id }) => id !== survivor.id);
  const fed = await readFeed(tx, ctx, connection.id, survivor.id);
  const unknown = unknownMrns(row, read, records, true);
  return planApplication(survivor, others, read, unknown, sentAt, fed?.register ?? {});
}
