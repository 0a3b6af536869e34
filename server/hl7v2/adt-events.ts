import type { Message } from './message';

/**
 * What a trigger event of an ADT message means for the patient's record (HL7 v2.8.2, chapter 3; v2.3 for events
 * withdrawn since).
 * - `update`: the message has the patient's current data.
 * - `none`: it concerns a visit, a bed, an account or allergies.
 * - `merge`: it joins, links, moves or renumbers records.
 * - `merge_between_patients`: it joins, moves or renumbers accounts or visits: a matter of records only if they are of
 *   two patients.
 * - `delete`: it deletes the person.
 */
export type AdtEffect = 'update' | 'none' | 'merge' | 'merge_between_patients' | 'delete';

const EFFECTS: Readonly<Record<Exclude<AdtEffect, 'none'>, string>> = {
  update: 'A01 A02 A04 A05 A06 A07 A08 A10 A14 A15 A28 A31',
  merge: 'A18 A24 A30 A34 A36 A37 A39 A40 A43 A46 A47 A48',
  merge_between_patients: 'A35 A41 A42 A44 A45 A49 A50 A51',
  delete: 'A29',
};
const BY_EVENT = new Map(
  Object.entries(EFFECTS).flatMap(([effect, events]) =>
    events.split(' ').map((event) => [event, effect as AdtEffect] as const),
  ),
);

/** Events that say that two records are of one person. */
const MERGING = new Set(['A18', 'A30', 'A34', 'A36', 'A39', 'A40']);
export const mergesRecords = (event: string): boolean => MERGING.has(event);

export const effectOf = (event: string): AdtEffect => BY_EVENT.get(event) ?? 'none';

const LINKING = new Set(['A24', 'A37']);
/** Sets up or removes a link between two records, each of which has a PID segment. */
export const linksRecords = (event: string): boolean => LINKING.has(event);

/**
 * Events about two records that stay separate: linked or unlinked, or with an identifier, account or visit of one moved
 * to the other. An MRN of one must not become an identifier of the other: it would get the data of another person.
 */
export const keepsRecordsSeparate = (event: string): boolean =>
  linksRecords(event) || event === 'A43' || effectOf(event) === 'merge_between_patients';

/** MSH-9.2, else EVN-1. Some senders write the structure, ADT_A01, in MSH-9.1. */
export function adtEventOf(message: Message): string {
  const header = message.segments[0]!;
  return header.text(9, 2) || (message.first('EVN')?.text(1) ?? '') || header.text(9, 1).slice(4);
}

/** A01 to A62 of the standard. */
export const isAdtEvent = (event: string): boolean => /^A(?:0[1-9]|[1-5]\d|6[0-2])$/.test(event);

/** Bed status update: it names no patient. */
export const WITHOUT_PATIENT = 'A20';
