import { z } from 'zod';
import { flagOf, oneOf, UsageError, type Flag, type Given } from './arguments';

/** Settings as flags, derived from their contract, so that new settings become flags automatically. */

/** Clears an optional setting. */
const NONE = 'none';

export interface Reader {
  value: string;
  read(flag: string, text: string): unknown;
}

function readerOf(setting: string, schema: z.ZodType, own: Reader | undefined): Reader {
  const { nullable, inner } = unwrapped(schema);
  const reader = own ?? byType(setting, inner);
  if (!nullable) return reader;
  return {
    value: `${reader.value}|${NONE}`,
    read: (flag, text) => (text === NONE ? null : reader.read(flag, text)),
  };
}

function unwrapped(schema: z.ZodType): { nullable: boolean; inner: z.ZodType } {
  if (schema instanceof z.ZodNullable) return { nullable: true, inner: schema.unwrap() as z.ZodType };
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return unwrapped(schema.unwrap() as z.ZodType);
  return { nullable: false, inner: schema };
}

function byType(setting: string, schema: z.ZodType): Reader {
  if (schema instanceof z.ZodBoolean)
    return { value: 'true|false', read: (flag, text) => oneOf(flag, text, ['true', 'false']) === 'true' };
  if (schema instanceof z.ZodEnum) {
    const words = schema.options.map(String);
    return {
      value: words.length > 5 ? valueOf(setting) : words.join('|'),
      read: (flag, text) => oneOf(flag, text, words),
    };
  }
  if (schema instanceof z.ZodNumber) return { value: valueOf(setting), read: wholeOf };
  if (schema instanceof z.ZodArray)
    return {
      value: `${valueOf(setting)},…|${NONE}`,
      read: (_flag, text) => (text === NONE ? [] : text.split(',').map((entry) => entry.trim())),
    };
  if (schema instanceof z.ZodString) return { value: valueOf(setting), read: (_flag, text) => text };
  throw new Error(`The setting ${setting} cannot be set on the command line.`);
}

const valueOf = (setting: string): string =>
  setting === 'allowed_addresses' ? 'NETWORK' : setting.split('_').at(-1)!.toUpperCase();

function wholeOf(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${flag} must be a whole number.`);
  return Number(text);
}

/**
 * @param own settings whose command line form differs from their type
 * @returns the flags, and the given settings as contract input; others are omitted
 */
export function settingFlags(
  shape: Readonly<Record<string, z.ZodType>>,
  own: Readonly<Record<string, Reader>>,
): { flags: Readonly<Record<string, Flag>>; read: (given: Given) => Record<string, unknown> } {
  const readers = Object.entries(shape).map(
    ([setting, schema]) => [setting, readerOf(setting, schema, own[setting])] as const,
  );
  return {
    flags: Object.fromEntries(readers.map(([setting, { value }]) => [flagOf(setting), { value }])),
    read: (given) =>
      Object.fromEntries(
        readers.flatMap(([setting, reader]) => {
          const flag = flagOf(setting);
          const text = given.get(flag);
          return text === undefined ? [] : [[setting, reader.read(flag, text)]];
        }),
      ),
  };
}

/** @throws UsageError that names the flag */
export function validInput<T>(schema: z.ZodType<T>, input: object): T {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw new UsageError(`--${flagOf(String(path[0]))}: ${message}.`);
}
