import type { ReceivedOrder } from './read-order';
import { fields, SIMULATOR, text, timeOf } from '../../domain/sandboxes/simulator/to-oru';

/** Answers of the simulated laboratory. */

export interface OrderDecision {
  code: 'AA' | 'AE';
  /** ORC-1 (HL7 table 0119): OK accepted, UA not accepted, CR canceled, UC not canceled. */
  control: 'OK' | 'UA' | 'CR' | 'UC';
  /** The laboratory's number. */
  filler: string | null;
  reason?: string;
}

interface Envelope {
  now: Date;
  controlId: string;
}

/** ORL^O22 for an OML, ORR^O02 for an ORM. */
export function answerOrder(order: ReceivedOrder, decision: OrderDecision, envelope: Envelope): Buffer {
  const { control, filler, reason } = decision;
  return written([
    header(order.type === 'OML' ? 'ORL^O22^ORL_O22' : 'ORR^O02^ORR_O02', order, envelope),
    fields('MSA', { 1: decision.code, 2: text(order.controlId) }),
    'PID|1',
    ...order.tests.flatMap(({ number, code, name }) => [
      fields('ORC', {
        1: control,
        2: text(order.orderNumber),
        3: text(filler ?? ''),
        16: reason === undefined ? '' : `^${text(reason)}`,
      }),
      fields('OBR', {
        1: number,
        2: text(order.orderNumber),
        3: text(filler ?? ''),
        4: `${text(code)}^${text(name)}^L`,
      }),
    ]),
  ]);
}

/** Received and stored; the decision follows. */
export const commit = (order: ReceivedOrder, envelope: Envelope): Buffer =>
  written([header('ACK', order, envelope), fields('MSA', { 1: 'CA', 2: text(order.controlId) })]);

const header = (type: string, { processingId }: ReceivedOrder, { now, controlId }: Envelope): string =>
  `MSH|^~\\&|${SIMULATOR}|${SIMULATOR}|||${timeOf(now.toISOString())}||${type}|${controlId}|${processingId}|2.5.1||||||UNICODE UTF-8`;

const written = (segments: string[]): Buffer =>
  Buffer.from(segments.map((segment) => `${segment}\r`).join(''), 'utf8');
