import { parseArgs } from 'node:util';
import type { DomainError } from '../errors/domain-error';

/** Parses the arguments after `npm run admin --`. Errors are one sentence that names the flag. */

export interface Flag {
  /** Placeholder in the usage line, e.g. `SLUG`. */
  value: string;
  required?: boolean;
}

export interface Command {
  /** For example `org create`. */
  name: string;
  flags: Record<string, Flag>;
  /** Name of the only positional argument, if there is one. */
  operand?: string;
  /** Does not use the database of the settings, or opens it differently. */
  withoutDatabase?: true;
  /** @returns the created object; printed as JSON or as lines */
  run(given: Given): Promise<object>;
  /** Replaces the default lines of names and values. */
  text?(made: object): string;
  /** Default 0. */
  exitCode?(made: object): number;
}

export interface Given {
  get(flag: string): string | undefined;
  /** Value of a required flag. */
  need(flag: string): string;
  operand: string;
  json: boolean;
}

export class UsageError extends Error {
  readonly isUsageError = true as const;
}

export function usage(command: Command): string {
  const flags = Object.entries(command.flags).map(([flag, { value, required }]) =>
    required ? `--${flag} ${value}` : `[--${flag} ${value}]`,
  );
  return [
    'npm run admin --',
    command.name,
    ...(command.operand ? [command.operand] : []),
    ...flags,
    '[--json]',
  ].join(' ');
}

/** @throws UsageError */
export function readArguments(
  words: readonly string[],
  commands: readonly Command[],
): { command: Command; given: Given } {
  const noun = words[0] ?? '';
  const action = words[1] ?? '';
  const command = commands.find(({ name }) => name === `${noun} ${action}`);
  if (!command) {
    const list = commands.map((one) => `  ${usage(one)}`).join('\n');
    const problem =
      words.length === 0 || noun.startsWith('-')
        ? 'No command given.'
        : `Unknown command "${[noun, action].filter((word) => word && !word.startsWith('-')).join(' ')}".`;
    throw new UsageError(`${problem} Available commands:\n${list}`);
  }
  const options = {
    ...Object.fromEntries(Object.keys(command.flags).map((flag) => [flag, { type: 'string' as const }])),
    json: { type: 'boolean' as const },
  };
  const { tokens } = parseArgs({
    args: [...words.slice(2)],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string>();
  const operands: string[] = [];
  let json = false;
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    if (token.name === 'json') {
      if (token.value !== undefined) throw fail(command, '--json takes no value.');
      json = true;
      continue;
    }
    if (!command.flags[token.name])
      throw fail(command, `${token.rawName} is not a flag of "${command.name}".`);
    // "--name --slug x": the value is missing and the next flag would be taken for it.
    if (!token.value || (!token.inlineValue && token.value.startsWith('--')))
      throw fail(command, `--${token.name} needs a value.`);
    if (values.has(token.name)) throw fail(command, `--${token.name} is given twice.`);
    values.set(token.name, token.value);
  }
  for (const [flag, { required }] of Object.entries(command.flags))
    if (required && !values.has(flag)) throw fail(command, `--${flag} is missing.`);
  if (operands.length > (command.operand ? 1 : 0))
    throw fail(command, `"${operands.at(-1)}" is not expected.`);
  if (command.operand && operands.length === 0) throw fail(command, `${command.operand} is missing.`);
  return {
    command,
    given: {
      get: (flag) => values.get(flag),
      need: (flag) => values.get(flag)!,
      operand: operands[0] ?? '',
      json,
    },
  };
}

const fail = (command: Command, problem: string): UsageError =>
  new UsageError(`${problem}\nUsage: ${usage(command)}`);

/** @throws UsageError unless a whole number above zero */
export function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < 1)
    throw new UsageError(`--${flag} must be a whole number above 0.`);
  return number;
}

/** @throws UsageError */
export function oneOf<T extends string>(flag: string, text: string, known: readonly T[]): T {
  const found = known.find((word) => word === text);
  if (!found) throw new UsageError(`--${flag} must be one of ${known.join(', ')}.`);
  return found;
}

const SHORT: Readonly<Record<string, string>> = { allowed_addresses: 'allow', expires_at: 'expires' };

/** Name of the flag for a field of the contract. */
export const flagOf = (field: string): string => SHORT[field] ?? field.replaceAll('_', '-');

/** Field errors of the domain, by flag. */
export function sentence(error: DomainError): string {
  const fields = (error.extras.errors ?? []).map(
    ({ pointer, message }) => `--${flagOf((pointer ?? '').split('/')[1] ?? '')}: ${message}`,
  );
  return fields.length > 0 ? fields.join(' ') : error.message;
}
