import { decodeAs } from './charset';
import { fieldTree, type Reading, type Segment } from './message';
import { readMessage } from './read-message';
import { fieldTitle, segmentTitle } from './hl7-field-names';

interface MessageField {
  number: number;
  /** `OBX[3]-5`: the third OBX of the message, field 5. */
  place: string;
  title: string | null;
  /** Position in the field (`[2].4.1`, or '' if it has one part) and its text, with escapes decoded. */
  parts: { at: string; text: string }[];
  left_out: number;
}

interface MessageSegment {
  name: string;
  place: string;
  title: string | null;
  fields: MessageField[];
}

/** The bytes as text, and by segment and field; both are cut after a readable amount. */
interface MessageView {
  /** All characters, including non-printing ones. */
  raw: { text: string; left_out: number };
  segments: MessageSegment[];
  /** Only the beginning was parsed. */
  cut: boolean;
}

/**
 * A stored message for display: its text, segments and fields with their HL7 names. Never fails. Limited in size: a
 * message may have 20 MB, mostly embedded files.
 */
const MOST_BYTES = 1024 * 1024;
const MOST_TEXT = 200_000;
const MOST_SEGMENTS = 500;
const MOST_PARTS = 5_000;
const MOST_PARTS_OF_FIELD = 100;
const LONGEST_FIELD = 20_000;
const LONGEST_PART = 1_000;

export function viewMessage(bytes: Buffer, charset: string | null): MessageView {
  const beginning = upTo(bytes, MOST_BYTES);
  const { message, problem, charset: used } = readMessage(beginning, charset);
  const text = decodeAs(beginning, used);
  const shown = withoutHalf(text.slice(0, MOST_TEXT));
  const segments: MessageSegment[] = [];
  const reading = problem === 'encoding_characters' ? null : message.reading;
  const room = { parts: MOST_PARTS };
  for (const segment of message.segments.slice(0, MOST_SEGMENTS)) {
    if (room.parts <= 0) break;
    segments.push(viewSegment(segment, reading, room));
  }
  return {
    // For bytes that were not decoded, one byte counts as one character.
    raw: { text: shown, left_out: text.length - shown.length + bytes.length - beginning.length },
    segments,
    cut: room.parts <= 0 || segments.length < message.segments.length || beginning.length < bytes.length,
  };
}

/** Does not cut inside a character, which could change how the rest is decoded. */
function upTo(bytes: Buffer, most: number): Buffer {
  if (bytes.length <= most) return bytes;
  let end = most;
  while (most - end < 3 && (bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

/** Drops an unpaired high surrogate at the end. */
const withoutHalf = (text: string): string => text.replace(/[\ud800-\udbff]$/, '');

/** @param reading null if components cannot be separated */
function viewSegment(segment: Segment, reading: Reading | null, room: { parts: number }): MessageSegment {
  const fields: MessageField[] = [];
  for (let number = 1; number <= segment.fieldCount && room.parts > 0; number++) {
    const sent = segment.field(number);
    if (sent === '') continue;
    const viewed = viewField(sent, isSeparators(segment, number) ? null : reading);
    room.parts -= viewed.parts.length;
    fields.push({
      number,
      place: segment.place(number),
      title: fieldTitle(segment.name, number),
      ...viewed,
    });
  }
  return { name: segment.name, place: segment.place(), title: segmentTitle(segment.name), fields };
}

/** MSH-1 and MSH-2 define the delimiters and are not split by them. */
const isSeparators = ({ name }: Segment, number: number): boolean =>
  number <= 2 && (name === 'MSH' || name === 'FHS' || name === 'BHS');

function viewField(sent: string, reading: Reading | null): Pick<MessageField, 'parts' | 'left_out'> {
  const seen = withoutHalf(sent.slice(0, LONGEST_FIELD));
  const all = reading === null ? [{ at: '', text: seen }] : partsOf(seen, reading);
  let leftOut = sent.length - seen.length;
  const parts = all.slice(0, MOST_PARTS_OF_FIELD).map(({ at, text }) => {
    const shown = withoutHalf(text.slice(0, LONGEST_PART));
    leftOut += text.length - shown.length;
    return { at, text: shown };
  });
  for (const { text } of all.slice(MOST_PARTS_OF_FIELD)) leftOut += text.length;
  return { parts, left_out: leftOut };
}

/** Nonempty parts with their path: `[2].4.1` is repetition 2, component 4, subcomponent 1. */
function partsOf(sent: string, reading: Reading): { at: string; text: string }[] {
  const repetitions = fieldTree(sent, reading);
  return repetitions.flatMap((components, repetition) =>
    components.flatMap((subcomponents, component) =>
      subcomponents.flatMap((text, subcomponent) => {
        if (text === '') return [];
        const at =
          (repetitions.length > 1 ? `[${repetition + 1}]` : '') +
          (components.length > 1 || subcomponents.length > 1 ? `.${component + 1}` : '') +
          (subcomponents.length > 1 ? `.${subcomponent + 1}` : '');
        return [{ at, text }];
      }),
    ),
  );
}
