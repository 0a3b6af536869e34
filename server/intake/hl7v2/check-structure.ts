import type { Message, Segment } from './message';
import { problem, type Problem } from './problems';
import type { ReadMessage } from './read-message';
import { atLeast } from './version';
import { Warnings, type Warning } from './warnings';

/**
 * What is decided before the answer: is this a message for us, and does it hold together. Values are not judged
 * here: one that cannot be read is filed as text, with a warning.
 */
export interface StructureCheck {
  /** Null: the message is taken. */
  problem: Problem | null;
  warnings: Warning[];
}

/** Point of care (R30, R31, R32) and alerts (R40) read as results do. */
const EVENTS = new Set(['', 'R01', 'R30', 'R31', 'R32', 'R40']);

/** @param sandbox training and debugging messages (MSH-11 T, D) are for sandboxes only. */
export function checkStructure(read: ReadMessage, sandbox: boolean): StructureCheck {
  const warnings = new Warnings();
  return { problem: findProblem(read, sandbox, warnings), warnings: warnings.list };
}

function findProblem(read: ReadMessage, sandbox: boolean, warnings: Warnings): Problem | null {
  if (read.problem !== null) return problem(read.problem);
  const { message } = read;
  const header = message.segments[0]!;
  const type = header.text(9, 1);
  const event = header.text(9, 2);
  if (type === '') return problem('type_missing');
  // Some write ORU_R01 in the first component, the name of the structure.
  if (type !== 'ORU' && !/^ORU_R(01|30|31|32|40)$/.test(type)) return problem('type_not_accepted');
  if (!EVENTS.has(event)) return problem('event_not_accepted');
  const processing = header.text(11, 1);
  const expected = processing === '' || processing === 'P' || (sandbox && /^[TD]$/.test(processing));
  if (!expected) return problem('processing_id');
  if (header.text(10) === '')
    warnings.add(
      'control_id_missing',
      'MSH[1]-10',
      'The message has no control id: if it is sent again, it cannot be recognised by it.',
    );
  return findDisorder(message, header, warnings);
}

function findDisorder(message: Message, header: Segment, warnings: Warnings): Problem | null {
  if (!message.first('PID')) return problem('no_patient');
  if (!message.first('OBR')) return problem('no_order');
  // Since 2.7 there are observations about the patient, which stand between PID and the first OBR.
  const aboutPatient = atLeast(header.text(12), '2.7');
  let patient: Segment | null = null;
  let orders = 0;
  /** Between ORC and OBR: whatever stands here would be read as part of the order before. */
  let announced = false;
  for (const segment of message.segments) {
    if (segment.name === 'PID') {
      if (patient && orders === 0) incomplete(patient, warnings);
      patient = segment;
      orders = 0;
      announced = false;
    } else if (segment.name === 'OBR') {
      if (!patient) return problem('order_before_patient', at(segment));
      orders++;
      announced = false;
    } else if (segment.name === 'ORC') announced = true;
    else if (segment.name === 'OBX') {
      const before = orders === 0 && !announced && aboutPatient && patient;
      if ((orders === 0 || announced) && !before) return problem('result_without_order', at(segment));
    }
  }
  if (patient && orders === 0) incomplete(patient, warnings);
  return null;
}

const at = ({ name, occurrence }: Segment): Problem['location'] => ({ segment: name, sequence: occurrence });

function incomplete(patient: Segment, warnings: Warnings): void {
  warnings.add('group_incomplete', patient.place(), 'There is no OBR for this patient in the message.');
}
