import {
  SENDER_ERRORS,
  type ConnectionKind,
  type ProcessingPolicy,
} from '../data-types/lab-connection-codes';
import { findAdtDisorder, findAdtTypeProblem } from './check-adt';
import { findMdmDisorder, findMdmEventProblem } from './check-mdm';
import { isMdmType } from './mdm-events';
import type { Message, Segment } from './message';
import { problem, type Problem } from './problems';
import type { ReadMessage } from './read-message';
import { atLeast } from './version';
import type { Warning } from '../data-types/inbound-message-codes';
import { Warnings } from './warnings';

/**
 * Decided before the acknowledgment: whether the message is of a supported type and well formed. Values are not
 * checked: one that cannot be parsed is filed as text with a warning.
 */
export interface StructureCheck {
  /** Null: accepted. */
  problem: Problem | null;
  /** Marked as training or debugging and accepted as such: never filed. */
  isTest: boolean;
  warnings: Warning[];
}

/** Point of care (R30, R31, R32) and alerts (R40) have the structure of results. */
const EVENTS = new Set(['', 'R01', 'R30', 'R31', 'R32', 'R40']);

export interface Expected {
  /** Sandboxes process training and debugging messages (MSH-11 T, D) normally. */
  sandbox: boolean;
  policy: ProcessingPolicy;
  /** Orders are sent to the laboratory: its answers and later status messages are accepted. */
  orders?: boolean;
  /** Default: a laboratory. */
  kind?: ConnectionKind;
}

export function checkStructure(read: ReadMessage, expected: Expected): StructureCheck {
  const warnings = new Warnings();
  const header = read.problem === null ? read.message.segments[0]! : null;
  const kind = header && processingOf(header, expected, warnings);
  const found = read.problem === null ? findProblem(read, kind, expected, warnings) : problem(read.problem);
  return { problem: found, isTest: found === null && kind === 'test', warnings: warnings.list };
}

/** @returns null if MSH-11 is not accepted */
function processingOf(
  header: Segment,
  { sandbox, policy }: Expected,
  warnings: Warnings,
): 'production' | 'test' | null {
  const id = header.text(11, 1);
  if (id === '' || id === 'P') return 'production';
  const isTraining = id === 'T' || id === 'D';
  if (sandbox && isTraining) return 'production';
  const written = [id, header.text(11, 2), header.text(11, 3)].join('^').replace(/\^+$/, '');
  if (policy === 'sender_errors' && (SENDER_ERRORS as readonly string[]).includes(written)) {
    warnings.add(
      'processing_id_corrected',
      'MSH[1]-11',
      'The processing ID is not production; the message is processed as production, as configured for its connection.',
    );
    return 'production';
  }
  if (policy !== 'go_live' || !isTraining) return null;
  warnings.add(
    'test_message',
    'MSH[1]-11',
    'The sender marked this message as a test. Nothing of it is filed.',
  );
  return 'test';
}

function findProblem(
  read: ReadMessage,
  processing: ReturnType<typeof processingOf>,
  { kind, orders = false }: Expected,
  warnings: Warnings,
): Problem | null {
  const { message } = read;
  const header = message.segments[0]!;
  const type = header.text(9, 1);
  if (type === '') return problem('type_missing');
  const isFeed = kind === 'hospital_feed';
  if (!isFeed && orders && isAboutOrders(type))
    return processing === null ? problem('processing_id') : findOrderDisorder(message);
  // Laboratories send documents of pathology, hospitals all kinds: every connection accepts them.
  const isDocument = isMdmType(type);
  const unexpected = isDocument
    ? findMdmEventProblem(message)
    : isFeed
      ? findAdtTypeProblem(message)
      : findResultTypeProblem(header);
  if (unexpected) return unexpected;
  if (processing === null) return problem('processing_id');
  if (header.text(10) === '')
    warnings.add(
      'control_id_missing',
      'MSH[1]-10',
      'The message has no control ID, so repeats cannot be detected.',
    );
  if (isDocument) return findMdmDisorder(message);
  return isFeed ? findAdtDisorder(message, warnings) : findDisorder(message, header, warnings);
}

function findResultTypeProblem(header: Segment): Problem | null {
  const type = header.text(9, 1);
  // Some senders write the structure, ORU_R01, in the first component.
  if (type !== 'ORU' && !/^ORU_R(01|30|31|32|40)$/.test(type)) return problem('type_not_accepted');
  return EVENTS.has(header.text(9, 2)) ? null : problem('event_not_accepted');
}

function findDisorder(message: Message, header: Segment, warnings: Warnings): Problem | null {
  if (!message.first('PID')) return problem('no_patient');
  if (!message.first('OBR')) return problem('no_order');
  // Since 2.7, patient observations may appear between PID and the first OBR.
  const aboutPatient = atLeast(header.text(12), '2.7');
  let patient: Segment | null = null;
  let orders = 0;
  let last: Segment | null = null;
  /** The ORC between two orders. An OBX here would be read as part of the previous order. */
  let announced: Segment | null = null;
  for (const segment of message.segments) {
    if (segment.name === 'PID') {
      if (patient && orders === 0) incomplete(patient, warnings);
      patient = segment;
      orders = 0;
      announced = null;
    } else if (segment.name === 'OBR') {
      if (!patient) return problem('order_before_patient', at(segment));
      orders++;
      last = segment;
      announced = null;
    } else if (segment.name === 'ORC') announced = segment;
    else if (segment.name === 'OBX') {
      if (announced && orders > 0 && isOrderOf(announced, last!)) {
        warnings.add(
          'order_repeated',
          announced.place(),
          'An ORC segment is between an OBR and its OBX; the results are read as part of that OBR, because the numbers match.',
        );
        announced = null;
      }
      const before = orders === 0 && !announced && aboutPatient && patient;
      if ((orders === 0 || announced) && !before) return problem('result_without_order', at(segment));
    }
  }
  if (patient && orders === 0) incomplete(patient, warnings);
  return null;
}

/** Answers to orders, and messages about their progress. */
const ABOUT_ORDERS = new Set(['ACK', 'ORL', 'ORR', 'OSU', 'OML', 'ORM']);
export const isAboutOrders = (type: string): boolean => ABOUT_ORDERS.has(type);

/** Order controls (HL7 table 0119) of a placer. To acknowledge them would mean that someone performs the tests. */
const NEW_ORDERS = new Set(['NW', 'RO', 'RP', 'XO']);

function findOrderDisorder(message: Message): Problem | null {
  if (message.first('MSA')) return null;
  const orders = message.segments.filter(({ name }) => name === 'ORC');
  if (orders.length === 0) return message.first('OBR') ? null : problem('no_order');
  return orders.every((orc) => NEW_ORDERS.has(orc.text(1).toUpperCase()))
    ? problem('order_of_another')
    : null;
}

/** At least one number matches and none differs (placer in field 2, filler in field 3 of both). */
function isOrderOf(orc: Segment, obr: Segment): boolean {
  const pairs = [2, 3].map((field) => [orc.text(field, 1).trim(), obr.text(field, 1).trim()] as const);
  const compared = pairs.filter(([one, other]) => one !== '' && other !== '');
  return compared.length > 0 && compared.every(([one, other]) => one === other);
}

const at = ({ name, occurrence }: Segment): Problem['location'] => ({ segment: name, sequence: occurrence });

function incomplete(patient: Segment, warnings: Warnings): void {
  warnings.add('group_incomplete', patient.place(), 'There is no OBR for this patient in the message.');
}
