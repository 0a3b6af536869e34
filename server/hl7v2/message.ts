import type { Delimiters } from './delimiters';
import { unescapeText } from './escapes';
import { toLf } from './line-ends';
import type { Tokens } from './tokenize';

/**
 * Positional access to a message: segments, fields, repetitions, components, subcomponents, in HL7 numbering (from 1,
 * and MSH-1 is the separator). Absent parts read as ''. Versions only append fields, so one reader handles 2.1 to 2.8.
 */
/** HL7 distinguishes absent (keep the known value), `""` (delete it) and sent. */
export type FieldState = 'absent' | 'deleted' | 'sent';

const DELETED = '""';
/** More than any standard segment. The rest remains in `raw`. */
const MAX_FIELDS = 1_000;
export const MAX_REPETITIONS = 1_000;

export class Segment {
  #fields: string[] | null = null;
  readonly #message: Reading;

  constructor(
    readonly name: string,
    /** Index among segments of the same name, from 1. */
    readonly occurrence: number,
    /** Unparsed text, with line ends inside as LF. */
    readonly raw: string,
    message: Reading,
  ) {
    this.#message = message;
  }

  /** Unparsed field with its repetitions and escapes. */
  field(number: number): string {
    this.#fields ??= this.raw.split(this.#message.delimiters.field, MAX_FIELDS);
    if (!isHeader(this.name)) return this.#fields[number] ?? '';
    return number === 1 ? this.#message.delimiters.field : (this.#fields[number - 1] ?? '');
  }

  get fieldCount(): number {
    this.field(1);
    return this.#fields!.length - (isHeader(this.name) ? 0 : 1);
  }

  state(number: number): FieldState {
    const field = this.field(number).trim();
    return field === '' ? 'absent' : field === DELETED ? 'deleted' : 'sent';
  }

  /** Empty for an empty field. The number of repetitions is limited. */
  repetitions(number: number): Repetition[] {
    const field = this.field(number);
    if (field === '') return [];
    if (isHeader(this.name) && number <= 2) return [new Repetition(field, this.#message)];
    return field
      .split(this.#message.delimiters.repetition, MAX_REPETITIONS)
      .map((raw) => new Repetition(raw, this.#message));
  }

  /** Unparsed text of any length with its delimiters. Only escapes are decoded, and line ends become LF. */
  verbatim(number: number): string {
    return this.state(number) === 'sent' ? toLf(this.#message.unescape(this.field(number))) : '';
  }

  /** Everything after `count` components as one text: unencoded data may contain delimiters. */
  afterComponents(number: number, count: number): string {
    const { component } = this.#message.delimiters;
    const field = this.field(number);
    let at = 0;
    for (let passed = 0; passed < count; passed++) {
      const next = field.indexOf(component, at);
      if (next === -1) return '';
      at = next + component.length;
    }
    return this.#message.unescape(field.slice(at));
  }

  /** Text of any length: repetitions and all line ends become LF, everything else is unchanged. */
  lines(number: number): string {
    if (this.state(number) !== 'sent') return '';
    const { delimiters } = this.#message;
    return toLf(this.#message.unescape(this.field(number).split(delimiters.repetition).join('\n')));
  }

  /**
   * As `lines`, but a tilde before a digit after a space or a bracket is kept: it means "about" (`pH ~7.2`), which a
   * document must not lose.
   */
  textLines(number: number): string {
    if (this.state(number) !== 'sent') return '';
    if (this.#message.delimiters.repetition !== '~') return this.lines(number);
    return toLf(this.#message.unescape(this.field(number).replace(/(?<![\s(])~|~(?!\d)/g, '\n')));
  }

  /** Most fields have only one repetition. */
  first(number: number): Repetition {
    const raw = this.field(number).split(this.#message.delimiters.repetition, 1)[0] ?? '';
    return new Repetition(raw, this.#message);
  }

  /** A component or subcomponent of the first repetition. */
  text(number: number, component = 1, subcomponent?: number): string {
    if (isHeader(this.name) && number <= 2) return component === 1 ? this.field(number) : '';
    return this.first(number).text(component, subcomponent);
  }

  /** `OBX[3]-5`, for warnings. */
  place(field?: number): string {
    return `${this.name}[${this.occurrence}]${field === undefined ? '' : `-${field}`}`;
  }
}

const isHeader = (name: string): boolean => name === 'MSH' || name === 'FHS' || name === 'BHS';

export class Reading {
  constructor(
    readonly delimiters: Delimiters,
    readonly charset: string,
    readonly onKeptEscape?: () => void,
  ) {}

  unescape(raw: string): string {
    return unescapeText(raw, this.delimiters, this.charset, this.onKeptEscape);
  }
}

/** One repetition of a field. Parses only what is requested: a field may have millions of parts. */
export class Repetition {
  constructor(
    readonly raw: string,
    private readonly reading: Reading,
  ) {}

  /** Text for display and comparison: escapes decoded, trimmed; `""` becomes ''. */
  text(component = 1, subcomponent?: number): string {
    const { delimiters } = this.reading;
    const whole = nth(this.raw, delimiters.component, component);
    const raw = subcomponent === undefined ? whole : nth(whole, delimiters.subcomponent, subcomponent);
    const text = raw.trim();
    return text === DELETED ? '' : this.reading.unescape(text).trim();
  }

  texts(): string[] {
    return this.raw.split(this.reading.delimiters.component).map((raw) => {
      const text = raw.trim();
      return text === DELETED ? '' : this.reading.unescape(text).trim();
    });
  }

  /** The whole repetition as text with its delimiters and spaces. */
  verbatim(): string {
    return this.raw.trim() === DELETED ? '' : this.reading.unescape(this.raw);
  }
}

const nth = (raw: string, separator: string | null, number: number): string =>
  separator === null ? (number === 1 ? raw : '') : (raw.split(separator, number)[number - 1] ?? '');

export class Message {
  readonly segments: readonly Segment[];
  readonly reading: Reading;
  /** The message has charset switches or local escapes, which stay unchanged. */
  keptEscapes = false;

  constructor({ delimiters, lines }: Pick<Tokens, 'delimiters' | 'lines'>, charset: string) {
    this.reading = new Reading(delimiters, charset, () => {
      this.keptEscapes = true;
    });
    const seen = new Map<string, number>();
    this.segments = lines.map(({ name, raw }) => {
      const occurrence = (seen.get(name) ?? 0) + 1;
      seen.set(name, occurrence);
      return new Segment(name, occurrence, raw, this.reading);
    });
  }

  first(name: string): Segment | null {
    return this.segments.find((segment) => segment.name === name) ?? null;
  }
}

/** A field as repetitions of components of subcomponents, for the message viewer. */
export function fieldTree(field: string, reading: Reading): string[][][] {
  const { repetition, component, subcomponent } = reading.delimiters;
  const parts = (raw: string): string[] => (subcomponent === null ? [raw] : raw.split(subcomponent));
  return field
    .split(repetition)
    .map((raw) => raw.split(component).map((piece) => parts(piece).map((text) => reading.unescape(text))));
}
