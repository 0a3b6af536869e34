import { z } from 'zod';
import { labConnectionSettings } from '../domain/lab-connections/contract';
import { flagOf, oneOf, UsageError, type Flag, type Given } from './arguments';

/**
 * The settings of a lab connection as flags, derived from its contract, so that new settings become flags
 * automatically.
 */

type Setting = keyof typeof labConnectionSettings;

/** Clears an optional setting. */
const NONE = 'none';

interface Reader {
  value: string;
  read(flag: string, text: string): unknown;
}

const DAYS = /^([1-7](?:,[1-7])*) (\S+)-(\S+)$/;

/** Settings whose command line form differs from their type. */
const OWN: Partial<Record<Setting, Reader>> = {
  sending_application: { value: 'MSH-3', read: (_flag, text) => text },
  sending_facility: { value: 'MSH-4', read: (_flag, text) => text },
  receiving_application: { value: 'MSH-5', read: (_flag, text) => text },
  receiving_facility: { value: 'MSH-6', read: (_flag, text) => text },
  working_hours: {
    value: '"1,2,3,4,5 08:00-18:00"',
    read: (flag, text) => {
      const [, days, from, to] = DAYS.exec(text) ?? [];
      if (days === undefined)
        throw new UsageError(
          `--${flag} must be days (1 is Monday) and hours, such as "1,2,3,4,5 08:00-18:00".`,
        );
      return { days: days.split(',').map(Number), from, to };
    },
  },
};

function readerOf(setting: Setting): Reader {
  const own = OWN[setting];
  const { type, inner } = unwrapped(labConnectionSettings[setting]);
  const reader = own ?? byType(setting, inner);
  if (type !== 'nullable') return reader;
  return {
    value: `${reader.value}|${NONE}`,
    read: (flag, text) => (text === NONE ? null : reader.read(flag, text)),
  };
}

function unwrapped(schema: z.ZodType): { type: string; inner: z.ZodType } {
  return schema instanceof z.ZodNullable
    ? { type: 'nullable', inner: schema.unwrap() as z.ZodType }
    : { type: schema.def.type, inner: schema };
}

function byType(setting: Setting, schema: z.ZodType): Reader {
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

const valueOf = (setting: Setting): string =>
  setting === 'allowed_addresses' ? 'NETWORK' : setting.split('_').at(-1)!.toUpperCase();

function wholeOf(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${flag} must be a whole number.`);
  return Number(text);
}

const SETTINGS = Object.keys(labConnectionSettings) as Setting[];
const READERS = new Map(SETTINGS.map((setting) => [setting, readerOf(setting)]));

export const SETTING_FLAGS: Readonly<Record<string, Flag>> = Object.fromEntries(
  [...READERS].map(([setting, { value }]) => [flagOf(setting), { value }]),
);

/** The given settings as contract input; others are omitted. Throws UsageError. */
export function readSettings(given: Given): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const [setting, reader] of READERS) {
    const flag = flagOf(setting);
    const text = given.get(flag);
    if (text !== undefined) settings[setting] = reader.read(flag, text);
  }
  return settings;
}

/** @throws UsageError that names the flag */
export function validInput<T>(schema: z.ZodType<T>, input: object): T {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw new UsageError(`--${flagOf(String(path[0]))}: ${message}.`);
}
