import { Message as Theirs, type HL7Node } from 'node-hl7-client';
import { describe, expect, it } from 'vitest';
import { decodeMessage } from '../../../server/hl7v2/decode';
import { fieldTree, Message, type Segment } from '../../../server/hl7v2/message';
import { tokenize } from '../../../server/hl7v2/tokenize';
import { messagesOf } from '../../audits/hl7v2/read-all';
import { hl7Files } from '../../support/hl7';
import { nightly } from '../../support/test-size';

/**
 * Every subcomponent of every sample message is parsed by our code and by node-hl7-client 3.2.0. Any difference must
 * have one of these reasons.
 */
const DIFFERENCES = {
  'not read by it':
    'It rejects texts in which "MSH|" or its like occurs again, and MSH-2 with which it cannot split.',
  'not read by us': 'MSH-2 does not name characters that separate; such a message is rejected (AR).',
  'encoding characters':
    'It takes what follows a short MSH-2 for encoding characters, and splits MSH-2 itself.',
  'line ends': 'It knows one kind of line end in a message, and makes a segment of each continued line.',
  blanks: 'It cuts blanks off the end of a segment, and so off its last field.',
  formatting: 'It leaves \\.br\\ and the other commands as they are; we make line ends and blanks of them.',
} as const;
type Difference = keyof typeof DIFFERENCES;

describe('independent HL7 parser', () => {
  it('reads the same in every message, except explained differences', nightly, () => {
    const counts = { messages: 0, parts: 0, equal: 0 };
    const found = new Map<Difference, number>();
    const unexplained: string[] = [];
    const add = (difference: Difference) => found.set(difference, (found.get(difference) ?? 0) + 1);
    for (const { name, bytes } of hl7Files())
      for (const message of messagesOf(bytes)) {
        counts.messages++;
        const whole = compareMessage(decodeMessage(message).text, (place, ours, theirs, difference) => {
          counts.parts++;
          if (ours === theirs) counts.equal++;
          else if (difference) add(difference);
          else unexplained.push(`${name} ${place}: ${JSON.stringify(ours)} ≠ ${JSON.stringify(theirs)}`);
        });
        if (whole) add(whole);
      }
    expect(unexplained.slice(0, 20)).toEqual([]);
    expect([...found.keys()].sort()).toEqual(Object.keys(DIFFERENCES).sort());
    expect({ ...counts, ...Object.fromEntries([...found].sort()) }).toEqual(EXPECTED);
  });
});

/** The differences in `tests/fixtures/hl7v2`; new files change them. */
const EXPECTED = {
  messages: 1015,
  parts: 318_484,
  equal: 318_451,
  blanks: 31,
  'encoding characters': 2,
  formatting: 2,
  'line ends': 9,
  'not read by it': 5,
  'not read by us': 1,
};

type Report = (place: string, ours: string, theirs: string, difference: Difference | null) => void;

/** A difference of the whole message, whose parts are then not compared; null if they were. */
function compareMessage(text: string, report: Report): Difference | null {
  const tokens = tokenize(text);
  if (tokens.problem === 'encoding_characters' || tokens.problem === 'no_header') return 'not read by us';
  const message = new Message(tokens, 'utf-8');
  let theirs: HL7Node[];
  try {
    theirs = new Theirs({ text }).toArray();
  } catch {
    return 'not read by it';
  }
  if (tokens.warnings.some(({ code }) => code === 'encoding_characters')) return 'encoding characters';
  if (theirs.length !== message.segments.length) return 'line ends';
  message.segments.forEach((segment, index) => compareSegment(segment, theirs[index]!, message, report));
  return null;
}

function compareSegment(segment: Segment, theirs: HL7Node, message: Message, report: Report): void {
  const header = segment.name === 'MSH';
  const { component, repetition, escape, subcomponent } = message.reading.delimiters;
  const isUsual = `${component}${repetition}${escape}${subcomponent}` === '^~\\&';
  const fields = theirs.toArray();
  const last = Math.max(fields.length, segment.fieldCount + 1);
  for (let at = 1; at < last; at++) {
    const number = header ? at + 1 : at;
    // They split MSH-2 at its own delimiters.
    if (header && number === 2) continue;
    const raw = segment.field(number);
    // A field without delimiters has one part; skipping it avoids most of the other parser's slow work.
    if (!/[~^&\\]/.test(raw) && isUsual && (fields[at]?.toRaw() ?? '') === raw) {
      report('', raw, raw, null);
      continue;
    }
    const ours = fieldTree(raw, message.reading);
    const other = fields[at]?.toArray() ?? [];
    for (let nth = 0; nth < Math.max(ours.length, other.length); nth++)
      compareParts(ours[nth] ?? [], other[nth], (mine, foreign) =>
        report(segment.place(number), mine, foreign, differenceOf(raw, mine, foreign, segment)),
      );
  }
}

function compareParts(
  ours: string[][],
  theirs: HL7Node | undefined,
  report: (a: string, b: string) => void,
): void {
  const components = theirs?.toArray() ?? [];
  for (let component = 0; component < Math.max(ours.length, components.length); component++) {
    const parts = components[component]?.toArray() ?? [];
    const mine = ours[component] ?? [];
    for (let part = 0; part < Math.max(mine.length, parts.length); part++)
      report(mine[part] ?? '', parts[part]?.toString() ?? '');
  }
}

function differenceOf(raw: string, ours: string, theirs: string, segment: Segment): Difference | null {
  if (ours.trimEnd() === theirs.trimEnd() && segment.raw !== segment.raw.trimEnd()) return 'blanks';
  return /\\\.(br|sp|sk|in|ti|ce|fi|nf)/.test(raw) ? 'formatting' : null;
}
