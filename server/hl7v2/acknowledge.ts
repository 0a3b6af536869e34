import { readDelimiters, STANDARD, type Delimiters } from './delimiters';
import { escapeText } from './escapes';
import type { Header } from './header';
import { ERROR_TEXTS, type Problem } from './problems';
import { atLeast } from './version';

/**
 * Acknowledgments of a message. Original mode (MSH-15 and MSH-16 empty): one of AA, AE or AR. Enhanced mode: CA, CE or
 * CR if MSH-15 requests it, then AA or AE if MSH-16 requests it. Sent only after the message is stored.
 *
 * Fields of the sender are repeated byte for byte, in the sender's separators and charset.
 */
export interface Answers {
  /** CA, CE or CR. */
  accept: Answer | null;
  /** AA, AE or AR. Both null: the sender wants no acknowledgment. */
  application: Answer | null;
}

interface Answer {
  code: AnswerCode;
  bytes: Buffer;
}
export type AnswerCode = 'AA' | 'AE' | 'AR' | 'CA' | 'CE' | 'CR';

export interface AnswerFacts {
  /** Null if there is no header to repeat. */
  header: Header | null;
  /** Null: accepted. */
  problem: Problem | null;
  now: Date;
  /** Creates the control ID (MSH-10) of each acknowledgment. */
  newControlId: () => string;
}

const ENCODING = '^~\\&';

export function acknowledge(sent: AnswerFacts): Answers {
  const facts = { ...sent, header: repeatable(sent.header) };
  const { header, problem } = facts;
  const acceptWanted = condition(header, 15);
  const applicationWanted = condition(header, 16);
  const build = (code: AnswerCode, shown: Problem | null): Answer => ({
    code,
    bytes: Buffer.from(answerText(code, shown, facts), 'latin1'),
  });
  if (acceptWanted === '' && applicationWanted === '')
    return { accept: null, application: build(applicationCode(problem), problem) };

  const answersProblem = problem !== null && problem.outcome === 'error' && wants(applicationWanted, false);
  // A problem reported in the application acknowledgment is not reported in the accept acknowledgment.
  const acceptFails = problem !== null && !answersProblem;
  const acceptCode = !acceptFails ? 'CA' : problem.outcome === 'reject' ? 'CR' : 'CE';
  const accept = wants(acceptWanted, !acceptFails) ? build(acceptCode, acceptFails ? problem : null) : null;
  if (accept && acceptFails) return { accept, application: null };
  const application = wants(applicationWanted, problem === null)
    ? build(applicationCode(problem), problem)
    : null;
  return { accept, application };
}

/** A header cannot be repeated if its separator is one of the characters we would have to answer with. */
function repeatable(header: Header | null): Header | null {
  if (!header) return null;
  const { unusable } = readDelimiters(header.separator, header.encoding);
  return unusable && ENCODING.includes(header.separator) ? null : header;
}

function applicationCode(problem: Problem | null): 'AA' | 'AE' | 'AR' {
  if (problem === null) return 'AA';
  return problem.outcome === 'reject' ? 'AR' : 'AE';
}

/** HL7 table 0155. */
function condition(header: Header | null, field: number): string {
  const value = header?.field(field).trim() ?? '';
  return value === '""' ? '' : value;
}

/** NE never, SU on success, ER on errors. Any other value means always: an extra acknowledgment does no harm. */
function wants(code: string, success: boolean): boolean {
  if (code === '' || code === 'NE') return false;
  if (code === 'SU') return success;
  return code === 'ER' ? !success : true;
}

function answerText(
  code: AnswerCode,
  problem: Problem | null,
  { header, now, newControlId }: AnswerFacts,
): string {
  const { delimiters, encoding } = characters(header);
  const sent = (field: number): string => header?.field(field) ?? '';
  const version = (sent(12).split(delimiters.component, 1)[0] ?? '').trim();
  const clean = (text: string): string => escapeText(text, delimiters);
  const join = (name: string, fields: string[]): string =>
    [name, ...fields].join(delimiters.field).replace(endsWith(delimiters.field), '');

  const msh = join('MSH', [
    encoding,
    sent(5),
    sent(6),
    sent(3),
    sent(4),
    timeText(now),
    '',
    answerType(version, sent(9), delimiters),
    clean(newControlId()),
    sent(11),
    sent(12),
    '',
    '',
    '',
    '',
    '',
    sent(18),
  ]);
  // MSA-3 is for versions whose ERR has no field for a text.
  const spoken = problem !== null && !atLeast(version, '2.5');
  const msa = join('MSA', [code, sent(10), spoken ? clean(problem.text) : '']);
  const segments = [msh, msa];
  if (problem) segments.push(errorSegment(problem, version, delimiters, join));
  return segments.map((segment) => `${segment}\r`).join('');
}

/** Trailing empty fields are omitted. */
const endsWith = (separator: string): RegExp => new RegExp(`\\${separator}+$`);

/** The sender's, or the standard ones if the sender's are unknown. */
function characters(header: Header | null): { delimiters: Delimiters; encoding: string } {
  const usual = { delimiters: STANDARD, encoding: ENCODING };
  if (!header) return usual;
  const read = readDelimiters(header.separator, header.encoding);
  if (read.unusable) return { ...usual, delimiters: read.delimiters };
  return {
    delimiters: read.delimiters,
    encoding: read.repaired ? encodingOf(read.delimiters) : header.encoding,
  };
}

const encodingOf = ({ component, repetition, escape, subcomponent, truncation }: Delimiters): string =>
  escape === null || subcomponent === null
    ? component + repetition + (escape ?? '')
    : component + repetition + escape + subcomponent + (truncation ?? '');

/** MSH-9 has the event since 2.3 and the structure since 2.3.1. */
function answerType(version: string, type: string, { component }: Delimiters): string {
  const event = (type.split(component)[1] ?? '').trim();
  if (event === '' || !atLeast(version, '2.3')) return 'ACK';
  return atLeast(version, '2.3.1') ? ['ACK', event, 'ACK'].join(component) : ['ACK', event].join(component);
}

/** Since 2.5 location, code, severity and text are separate fields; before, all are in ERR-1. */
function errorSegment(
  { code, location, text }: Problem,
  version: string,
  delimiters: Delimiters,
  join: (name: string, fields: string[]) => string,
): string {
  const { component } = delimiters;
  // "Value too long" has been in the table since 2.7.
  const known = code === 104 && !atLeast(version, '2.7') ? 207 : code;
  const coded = [String(known), escapeText(ERROR_TEXTS[known], delimiters), 'HL70357'];
  const place = location
    ? [
        location.segment,
        String(location.sequence),
        location.field === undefined ? '' : String(location.field),
      ]
    : [];
  if (!atLeast(version, '2.5')) {
    const inside = delimiters.subcomponent;
    const error = inside === null ? coded[0]! : coded.join(inside);
    return join('ERR', [[...(location ? place : ['', '', '']), error].join(component)]);
  }
  while (place.at(-1) === '') place.pop();
  const sentence = escapeText(text, delimiters);
  return join('ERR', ['', place.join(component), coded.join(component), 'E', '', '', sentence, sentence]);
}

export function timeText(now: Date): string {
  return `${now.toISOString().slice(0, 19).replace(/[-T:]/g, '')}+0000`;
}
