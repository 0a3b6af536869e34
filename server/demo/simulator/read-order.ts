import type { Message } from '../../hl7v2/message';
import { readMessage } from '../../hl7v2/read-message';
import { readTime } from '../../hl7v2/time';
import type { Simulated } from '../../domain/sandboxes/simulator/to-oru';

/** What the simulated laboratory takes from an order message (OML^O21, ORM^O01): nothing else connects it to the order. */
export interface ReceivedOrder {
  controlId: string;
  /** MSH-9.1 */
  type: string;
  processingId: 'P' | 'T';
  /** MSH-15: the sender expects a commit acknowledgment before the answer. */
  wantsCommit: boolean;
  /** ORC-1 of the first test. */
  control: string;
  orderNumber: string;
  patient: Simulated['patient'];
  collectedAt: string | null;
  /** Day of a planned collection. */
  plannedFor: string | null;
  tests: { number: string; code: string; name: string; loinc: string | null }[];
}

const SEX: Record<string, string> = { F: 'female', M: 'male', O: 'other' };

/** Null for anything but an order. */
export function readOrder(bytes: Buffer): ReceivedOrder | null {
  const { message, problem } = readMessage(bytes);
  const msh = message.first('MSH');
  const pid = message.first('PID');
  const orc = message.first('ORC');
  const obr = message.first('OBR');
  if (problem || !msh || !pid || !orc || !obr) return null;
  return {
    controlId: msh.text(10),
    type: msh.text(9),
    processingId: msh.text(11) === 'T' ? 'T' : 'P',
    wantsCommit: ['AL', 'SU'].includes(msh.text(15)),
    control: orc.text(1),
    orderNumber: orc.text(2),
    patient: {
      mrn: pid.text(3),
      name: {
        family: pid.text(5, 1),
        given: [pid.text(5, 2), ...pid.text(5, 3).split(' ')].filter((name) => name !== ''),
        prefix: null,
        suffix: null,
        use: null,
      },
      birthDate: pid.text(7),
      sex: SEX[pid.text(8)] ?? 'unknown',
    },
    collectedAt: readTime(obr.text(7), 'UTC')?.at ?? null,
    plannedFor: readTime(message.first('TQ1')?.text(7) || orc.text(7, 4), 'UTC')?.at ?? null,
    tests: testsOf(message),
  };
}

const testsOf = (message: Message): ReceivedOrder['tests'] =>
  message.segments
    .filter(({ name }) => name === 'OBR')
    .map((obr) => ({
      number: obr.text(1),
      code: obr.text(4, 1),
      name: obr.text(4, 2),
      loinc: obr.text(4, 6) === 'LN' ? obr.text(4, 4) : null,
    }));
