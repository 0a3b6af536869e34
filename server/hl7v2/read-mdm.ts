import { joinTextFiles } from './attachments';
import { joinFiles } from './embedded-files';
import { mdmEvent, mdmEventOf, type MdmEffect } from './mdm-events';
import type { Message, Segment } from './message';
import { messageTimes } from './message-times';
import type {
  NormalCode,
  NormalObservation,
  NormalPatient,
  NormalPerson,
  NormalTime,
} from './normal-message';
import { codeName, codeOf, orNull, readEach, readPerson } from './read-data-types';
import { readNotes } from './read-notes';
import { readObservation } from './read-observation';
import { readPatient } from './read-patient';
import { isNoResult } from './status';
import { readTime } from './time';
import { Warnings } from './warnings';

/** A parsed document message (MDM) before interpretation: no patient look-up, no matching with known documents. */
export interface NormalMdm {
  event: string;
  effect: MdmEffect;
  hasContent: boolean;
  times: NormalTime[];
  /** One per TXA segment. */
  documents: NormalDocument[];
  warnings: Warnings;
}

/** EI */
export interface DocumentNumber {
  number: string;
  /** Namespace, else universal ID. */
  authority: string | null;
}

export interface NormalDocument {
  /** `TXA[1]` */
  place: string;
  patient: NormalPatient;
  /** TXA-2 */
  type: NormalCode;
  /** TXA-25 */
  title: string | null;
  /** TXA-4, TXA-6, the last of TXA-8 */
  activity_at: NormalTime | null;
  originated_at: NormalTime | null;
  edited_at: NormalTime | null;
  /** TXA-9, else TXA-5, else TXA-22 */
  author: NormalPerson | null;
  /** TXA-12, TXA-13 */
  number: DocumentNumber | null;
  parent: DocumentNumber | null;
  /** TXA-14, else OBR-2 and ORC-2 */
  placer_number: string | null;
  /** TXA-16 */
  file_name: string | null;
  /** TXA-17, TXA-18, TXA-19 */
  completion: string | null;
  confidentiality: string | null;
  availability: string | null;
  /** The first OBR-4 before the document. */
  service: string | null;
  /** The text lines in order as one text, then the files. */
  parts: DocumentPart[];
  /** Files that could not be read. */
  unread: number;
}

type DocumentPart =
  | { kind: 'text'; place: string; name: string | null; text: string }
  | { kind: 'file'; place: string; name: string | null; bytes: Buffer; stated_type: string | null };

interface Group {
  txa: Segment;
  pid: Segment;
  obr: Segment | null;
  orc: Segment | null;
  lines: { obx: Segment; notes: Segment[] }[];
}

export function readMdm(message: Message, { timeZone }: { timeZone: string }): NormalMdm {
  const warnings = new Warnings();
  const event = mdmEventOf(message);
  const times = messageTimes(message, timeZone, warnings);
  const documents = groupsOf(message).map((group) => readDocument(group, timeZone, warnings));
  return { event, ...(mdmEvent(event) ?? { effect: 'none', hasContent: false }), times, documents, warnings };
}

function groupsOf(message: Message): Group[] {
  const groups: Group[] = [];
  let pid = message.first('PID');
  let orc: Segment | null = null;
  let obr: Segment | null = null;
  /** OBX before the first TXA belong to it. */
  let early: Group['lines'] = [];
  for (const segment of message.segments) {
    const lines = groups.at(-1)?.lines ?? early;
    if (segment.name === 'PID') pid = segment;
    else if (segment.name === 'ORC') orc ??= segment;
    else if (segment.name === 'OBR') obr ??= segment;
    else if (segment.name === 'OBX') lines.push({ obx: segment, notes: [] });
    else if (segment.name === 'NTE') lines.at(-1)?.notes.push(segment);
    else if (segment.name === 'TXA' && pid) {
      groups.push({ txa: segment, pid, obr, orc, lines: early });
      [early, obr, orc] = [[], null, null];
    }
  }
  return groups;
}

function readDocument(group: Group, timeZone: string, warnings: Warnings): NormalDocument {
  const { txa, pid, obr, orc } = group;
  const time = (field: number, sent = txa.text(field)): NormalTime | null => {
    const read = sent === '' ? null : readTime(sent, timeZone);
    if (sent !== '' && !read)
      warnings.add('time_unreadable', txa.place(field), 'The time cannot be parsed; it is ignored.');
    return read;
  };
  const number = numberOf(txa, 12);
  if (!number)
    warnings.add(
      'document_number_missing',
      txa.place(12),
      'The document has no number, so later messages cannot refer to it.',
    );
  const { parts, unread } = readContent(group, warnings);
  return {
    place: txa.place(),
    patient: readPatient(pid, warnings),
    type: codeOf(txa.first(2)),
    title: orNull(txa.text(25)),
    activity_at: time(4),
    originated_at: time(6),
    edited_at: time(8, readEach(txa, 8, (sent) => orNull(sent.text(1))).at(-1) ?? ''),
    author: readPerson(txa, 9) ?? readPerson(txa, 5) ?? readPerson(txa, 22),
    number,
    parent: numberOf(txa, 13),
    placer_number: orNull(txa.text(14) || (obr?.text(2) ?? '') || (orc?.text(2) ?? '')),
    file_name: orNull(txa.text(16)),
    completion: orNull(txa.text(17).toUpperCase()),
    confidentiality: orNull(txa.text(18).toUpperCase()),
    availability: orNull(txa.text(19).toUpperCase()),
    service: obr && codeName(codeOf(obr.first(4))),
    parts,
    unread,
  };
}

function numberOf(txa: Segment, field: number): DocumentNumber | null {
  const number = txa.text(field);
  return number === '' ? null : { number, authority: orNull(txa.text(field, 2, 1) || txa.text(field, 3, 1)) };
}

function readContent({ lines }: Group, warnings: Warnings): Pick<NormalDocument, 'parts' | 'unread'> {
  const read = lines.map(({ obx, notes }) => ({
    obx,
    observation: readObservation({ obx, notes, afterSpecimen: false }, 'final', {
      decimalComma: false,
      // OBX-14 and OBX-19 are not part of a document.
      time: () => null,
      warnings: new Warnings(),
    }),
  }));
  const segments = new Map(lines.map(({ obx, notes }) => [obx.place(), { obx, notes }]));
  const observations = joinTextFiles(joinFiles(read, null, warnings), warnings);
  const texts: { name: string | null; text: string; place: string; isNarrative: boolean }[] = [];
  const files: DocumentPart[] = [];
  let unread = 0;
  for (const observation of observations) {
    const { obx, notes } = segments.get(observation.place)!;
    const name = codeName(observation.test);
    for (const sent of observation.attachments) {
      if (sent.kind === 'file')
        files.push({
          kind: 'file',
          place: sent.place,
          name,
          bytes: sent.bytes,
          stated_type: sent.stated_type,
        });
      if (sent.kind === 'unreadable') unread++;
    }
    const text = [textOf(obx, observation), ...readNotes(notes).map((note) => note.text)]
      .filter((part) => part !== null && part.trim() !== '')
      .join('\n');
    if (text === '') continue;
    const isNarrative = NARRATIVE.has(observation.hl7_type ?? '') || observation.hl7_type === 'RP';
    texts.push({
      name,
      text,
      place: obx.place(5),
      isNarrative: isNarrative && !isNoResult(observation.status_code ?? ''),
    });
  }
  // A study number next to a file that cannot be read is not the document.
  const isContent = texts.some(({ isNarrative }) => isNarrative) || (unread === 0 && files.length === 0);
  const parts: DocumentPart[] =
    texts.length > 0 && (isContent || files.length > 0)
      ? [{ kind: 'text', place: texts[0]!.place, name: null, text: assembled(texts) }, ...files]
      : files;
  return { parts, unread };
}

const NARRATIVE = new Set(['TX', 'FT', 'ST', '']);

function textOf(
  obx: Segment,
  { hl7_type: type, test, value, unit, attachments }: NormalObservation,
): string | null {
  const [first] = attachments;
  if (first?.kind === 'pointer')
    return `File reference: ${first.reference}${first.stated_type === null ? '' : ` (${first.stated_type})`}`;
  if (type === 'ED' || attachments.length > 0) return null;
  if (NARRATIVE.has(type ?? '')) return obx.textLines(5).trimEnd();
  if (value.text === null) return null;
  const shown = [value.text, unit].filter(Boolean).join(' ');
  const name = codeName(test);
  return name === null ? shown : `${name}: ${shown}`;
}

/** Headings from OBX-3, if the lines have more than one name. */
function assembled(texts: readonly { name: string | null; text: string }[]): string {
  const named = new Set(texts.map(({ name }) => name)).size > 1;
  const lines: string[] = [];
  let heading: string | null = null;
  for (const { name, text } of texts) {
    if (named && name !== heading) {
      if (lines.length > 0) lines.push('');
      if (name !== null && name !== text.trim() && !text.startsWith(`${name}:`)) lines.push(name);
      heading = name;
    }
    lines.push(text);
  }
  return lines.join('\n');
}
