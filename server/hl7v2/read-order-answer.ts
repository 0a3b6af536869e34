import type { AnswerCode } from './acknowledge';

/** An answer of the laboratory to an order message: ACK, ORL^O22 or ORR^O02. */
export type OrderAnswer = ReadableAnswer | { readable: false; reason: string };

export interface ReadableAnswer {
  readable: true;
  /** MSA-2: the control ID of the message that is answered. */
  controlId: string | null;
  /** MSA-1 (HL7 table 0008); null if absent or unknown. */
  code: AnswerCode | null;
  /** MSA-3 and all ERR segments as received. */
  text: string | null;
  orders: AnsweredOrder[];
}

export interface AnsweredOrder {
  /** ORC-2, else OBR-2. */
  placer: string | null;
  /** ORC-3, else OBR-3. */
  filler: string | null;
  /** ORC-1 (HL7 table 0119): OK, NA, UA, DE, CR, UC and others; '' if absent. */
  control: string;
  /** ORC-16, NTE and ERR of this order. */
  reason: string | null;
  /** OBR-1, which is `MessageItem.number` if the laboratory repeats it. */
  item: number | null;
  /** OBR-4.1 or OBR-4.4: the code of the test. */
  codes: string[];
}
