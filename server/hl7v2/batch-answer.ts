import { timeText } from './acknowledge';
import { readDelimiters, STANDARD } from './delimiters';
import { escapeText } from './escapes';
import { isSeparator } from './header';

/**
 * Acknowledges a batch with a batch (HL7 v2.8.2, 2.10.3.2): BHS, the acknowledgments, and BTS with their number;
 * inside FHS and FTS if the sender used them. The sender's names and control IDs are repeated byte for byte.
 */
export interface BatchAnswerFacts {
  /** File and batch headers as received, as latin1. */
  headers: readonly string[];
  answers: readonly Buffer[];
  /** Irregularities of the batch, for BTS-2. */
  comments: readonly string[];
  now: Date;
  newControlId: () => string;
}

export function batchAnswer({ headers, answers, comments, now, newControlId }: BatchAnswerFacts): Buffer {
  const file = headers.find((line) => line.startsWith('FHS'));
  const batches = headers.filter((line) => line.startsWith('BHS'));
  const model = batches[0] ?? file ?? '';
  const { delimiters, encoding } = charactersOf(model);
  const separator = delimiters.field;
  const join = (name: string, fields: string[]): string =>
    `${[name, ...fields].join(separator).replace(new RegExp(`\\${separator}+$`), '')}\r`;
  // FHS and BHS have the same fields: 3 to 6 sender and receiver, 11 control ID, 12 the control ID being answered.
  const head = (name: string, sent: string | undefined): string => {
    const field = (number: number): string =>
      sent?.charAt(3) === separator ? (sent.split(separator)[number - 1] ?? '') : '';
    const parties = [field(5), field(6), field(3), field(4)];
    return join(name, [encoding, ...parties, timeText(now), '', '', '', newControlId(), field(11)]);
  };
  const comment = escapeText(comments.join(' '), delimiters);
  const text = (parts: string[]): Buffer => Buffer.from(parts.join(''), 'latin1');
  return Buffer.concat([
    // With several batches, the acknowledgment cannot refer to one of them.
    text([...(file ? [head('FHS', file)] : []), head('BHS', batches.length > 1 ? undefined : model)]),
    ...answers,
    text([join('BTS', [String(answers.length), comment]), ...(file ? [join('FTS', ['1'])] : [])]),
  ]);
}

function charactersOf(header: string): { delimiters: typeof STANDARD; encoding: string } {
  const separator = header.charAt(3);
  const encoding = header.split(separator)[1] ?? '';
  const read = isSeparator(separator) ? readDelimiters(separator, encoding) : null;
  return read && !read.unusable && !read.repaired
    ? { delimiters: read.delimiters, encoding }
    : { delimiters: STANDARD, encoding: '^~\\&' };
}
