import { DomainError } from '../../errors/domain-error';
import type { CodeSearch } from '../../shared/code-search';
import type { DateSearch } from '../../shared/date-search';
import type { TextSearch } from '../../shared/text-search';
import { alternatives, badValue, readDate, readReference, readToken, unescaped } from './search-values';

/** The parameters of a search, read by the definitions of its type. */

export interface Parameter {
  type: 'token' | 'string' | 'date' | 'reference';
  /** Of a reference. */
  target?: string;
  documentation: string;
}

export type Parameters = Readonly<Record<string, Parameter>>;

export const ID_PARAMETER: Parameter = { type: 'token', documentation: 'Logical ID.' };
export const UPDATED_PARAMETER: Parameter = {
  type: 'date',
  documentation: 'When the record was changed last.',
};

const MOST = 100;
const USUAL = 25;
const MOST_PARAMETERS = 50;
/** Of the result, not of the resources. */
const RESULT = ['_count', 'cursor', '_format', '_include', '_revinclude'];

export class Query {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly includes: ReadonlySet<string>;
  readonly #values = new Map<string, unknown[][]>();

  constructor(
    readonly sent: URLSearchParams,
    type: string,
    { parameters, includes }: { parameters: Parameters; includes: readonly string[] },
  ) {
    if (sent.size > MOST_PARAMETERS)
      throw badValue('_count', `and all other parameters can be at most ${MOST_PARAMETERS}`, 'too_long');
    const included = new Set<string>();
    for (const [name, value] of sent) {
      if (value.includes('\0') || name.includes('\0'))
        throw badValue(name.replaceAll('\0', ''), 'cannot contain NUL');
      if (name === '_include' || name === '_revinclude') included.add(this.#include(name, value, includes));
      else if (!RESULT.includes(name)) this.#add(name, value, type, parameters);
    }
    this.includes = included;
    this.limit = Math.min(MOST, this.#count());
    this.cursor = this.#once('cursor');
  }

  #once(name: string): string | undefined {
    const all = this.sent.getAll(name);
    if (all.length > 1) throw badValue(name, 'can be sent once only', 'not_allowed');
    return all[0];
  }

  #count(): number {
    const text = this.#once('_count');
    if (text === undefined) return USUAL;
    if (!/^\d{1,9}$/.test(text) || Number(text) < 1)
      throw badValue('_count', 'must be a whole number from 1', 'out_of_range');
    return Number(text);
  }

  #include(name: string, value: string, includes: readonly string[]): string {
    const known = includes.filter((one) => (one === 'Provenance:target') === (name === '_revinclude'));
    const plain = value.split(':').slice(0, 2).join(':');
    const [, , target] = value.split(':');
    const isKnown = known.includes(plain) && (target === undefined || /^[A-Z][A-Za-z]+$/.test(target));
    if (!isKnown)
      throw badValue(
        name,
        known.length > 0 ? `must be one of ${known.join(', ')}` : 'is not supported',
        'not_allowed',
      );
    return plain;
  }

  #add(name: string, value: string, type: string, parameters: Parameters): void {
    const [base = '', modifier, ...more] = name.split(':');
    if (!Object.hasOwn(parameters, base))
      throw new DomainError('unknown_parameter', 'A search parameter is not supported.', {
        errors: [
          {
            parameter: name,
            code: 'unknown_field',
            message: `The search of ${type} does not support \`${name}\`. It supports ${Object.keys(parameters).join(', ')}.`,
          },
        ],
      });
    const { type: kind, target } = parameters[base]!;
    const isExact = kind === 'string' && modifier === 'exact';
    const isTarget = kind === 'reference' && modifier === target;
    if (more.length > 0 || (modifier !== undefined && !isExact && !isTarget))
      throw badValue(
        name,
        kind === 'string' ? 'can only have the modifier :exact' : 'cannot have a modifier',
        'not_allowed',
      );
    const read = (text: string): unknown => {
      switch (kind) {
        case 'token':
          return readToken(base, text);
        case 'date':
          return readDate(base, text);
        case 'reference':
          return readReference(base, target!, text);
        case 'string':
          return { text: unescaped(text), exact: isExact };
      }
    };
    const values = alternatives(base, value).map(read);
    if (kind === 'date' && values.length > 1) throw badValue(base, 'can have one value only', 'not_allowed');
    const lists = this.#values.get(base);
    if (lists) lists.push(values);
    else this.#values.set(base, [values]);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Of each list one entry must match. */
  tokens(name: string): CodeSearch[][] | undefined {
    return this.#values.get(name) as CodeSearch[][] | undefined;
  }

  texts(name: string): TextSearch[][] | undefined {
    return this.#values.get(name) as TextSearch[][] | undefined;
  }

  dates(name: string): DateSearch[] | undefined {
    return this.#values.get(name)?.flat() as DateSearch[] | undefined;
  }

  ids(name = '_id'): string[][] | undefined {
    return this.tokens(name)?.map((list) =>
      list.flatMap(({ system, code }) => (system === undefined ? [code] : [])),
    );
  }

  /** Logical ID of the only one. @throws DomainError if there are several */
  reference(...names: string[]): string | undefined {
    const found = names.flatMap((name) => (this.#values.get(name) ?? []).flat() as string[]);
    if (found.length > 1) throw badValue(names[0]!, 'can have one value only', 'not_allowed');
    return found[0];
  }

  /** @throws DomainError unless one of them was sent */
  require(...names: string[]): void {
    if (!names.some((name) => this.has(name)))
      throw badValue(names[0]!, `is required, or one of ${names.slice(1).join(', ')}`, 'required');
  }
}
