import type { AlternateCode } from '../data-types/lab-result';
import { readNumber, type NumericValue } from './read-number';
import { MAX_REPETITIONS, type Repetition, type Segment } from './message';
import type { NormalValue } from './normal-message';
import type { Warnings } from './warnings';

/** OBX-5, interpreted by OBX-2. The text is unchanged; a number is added only if the text is exactly that number. */

type Read = Pick<NormalValue, 'type' | 'text'> &
  Partial<Pick<NormalValue, 'number' | 'comparator' | 'code' | 'original_text' | 'alternate_codes'>>;

export interface ValueFacts {
  obx: Segment;
  hasUnit: boolean;
  /** The connection sends 3,5 for 3.5. */
  decimalComma: boolean;
  warnings: Warnings;
}

const NOTHING: Read = { type: 'none', text: null };

export function readValue(facts: ValueFacts): NormalValue {
  const { obx } = facts;
  const state = obx.state(5);
  const read = state === 'sent' ? byType(facts) : NOTHING;
  return {
    number: null,
    comparator: null,
    code: null,
    original_text: null,
    alternate_codes: [],
    ...read,
    raw: obx.field(5),
    deleted: state === 'deleted',
  };
}

function byType(facts: ValueFacts): Read {
  const { obx, warnings } = facts;
  const type = obx.text(2);
  switch (type) {
    case 'NM':
      return numeric(facts);
    case 'SN':
      return structured(facts);
    case 'ST':
      return plain(facts);
    case 'TX':
    case 'FT':
      return { type: 'text', text: obx.verbatim(5) };
    case 'CE':
    case 'CWE':
    case 'CNE':
    case 'CF':
    case 'IS':
    case 'ID':
      return coded(obx);
    case 'DT':
    case 'TM':
    case 'TS':
    case 'DTM':
      return { type: 'datetime', text: obx.verbatim(5).trim() };
    case 'ED':
    case 'RP':
      // attachments.ts reads the content.
      return { type: 'attachment', text: null };
    default:
      warnings.add(
        'value_type_unknown',
        obx.place(2),
        type === ''
          ? 'The value has no type; it is kept as text.'
          : 'The type of the value is unknown; it is kept as text.',
      );
      return { type: 'text', text: obx.verbatim(5) };
  }
}

function numberOf(text: string, { decimalComma }: ValueFacts): NumericValue | null {
  const comma = decimalComma && /^[^.,]*\d,\d+$/.test(text.trim());
  return readNumber(comma ? text.replace(',', '.') : text);
}

function numeric(facts: ValueFacts): Read {
  const { obx, warnings } = facts;
  const text = obx.verbatim(5);
  const value = numberOf(text, facts);
  if (value) return { type: 'quantity', text, ...value };
  warnings.add(
    'value_not_numeric',
    obx.place(5),
    'The value is declared as a number but is not one; it is kept as text.',
  );
  return { type: 'text', text };
}

/** A number sent as text counts as a number only with a unit: without one, "1" may be a grade or a code. */
function plain(facts: ValueFacts): Read {
  const text = facts.obx.verbatim(5);
  const value = facts.hasUnit ? numberOf(text, facts) : null;
  return value ? { type: 'quantity', text, ...value } : { type: 'text', text };
}

/** SN: comparator ^ number ^ separator or suffix ^ number. */
function structured(facts: ValueFacts): Read {
  const { obx, warnings } = facts;
  const [comparator = '', first = '', separator = '', second = ''] = obx.first(5).texts();
  const text = obx
    .repetitions(5)
    .map((sent) => sent.texts().join(''))
    .join('\n');
  const single = separator === '' && second === '';
  const value = single ? numberOf(comparator === '=' ? first : text, facts) : null;
  if (value) return { type: 'quantity', text, ...value };
  const numbers = [first, second].every((part) => numberOf(part, facts)?.comparator === null);
  if (numbers && (separator === ':' || separator === '/') && comparator === '')
    return { type: 'ratio', text };
  // Ranges (10-20), suffixes (2+), "not equal" and similar have no single number.
  if (single && comparator !== '<>')
    warnings.add(
      'value_not_numeric',
      obx.place(5),
      'The value is declared as a number but is not one; it is kept as text.',
    );
  return { type: 'text', text };
}

/** Text, else the original text (9), else the other system's text, else a code. */
function coded(obx: Segment): Read {
  const all = obx.repetitions(5);
  if (all.length === MAX_REPETITIONS) return { type: 'text', text: obx.verbatim(5) };
  const names = all.map(nameOf).filter((name) => name !== '');
  const first = all[0]!;
  const [code, display, system] = [first.text(1), first.text(2), first.text(3)];
  return {
    type: 'coded',
    text: names.length === 0 ? null : names.join('; '),
    code: code === '' ? null : { code, display: display || null, system: system || null },
    original_text: all.flatMap((sent) => sent.text(9) || []).join('; ') || null,
    alternate_codes: all.flatMap(codesOf).slice(code === '' ? 0 : 1),
  };
}

/** The codings of one repetition: the first, the second, and since 2.7 a third. */
function codesOf(sent: Repetition): AlternateCode[] {
  return [1, 4, 10].flatMap((from) => {
    const [code, display, system] = [sent.text(from), sent.text(from + 1), sent.text(from + 2)];
    const none = code === '' && (from === 1 || display === '');
    return none ? [] : { system: system || null, code: code || null, display: display || null };
  });
}

const nameOf = (sent: Repetition): string =>
  sent.text(2) || sent.text(9) || sent.text(5) || sent.text(1) || sent.text(4);
