import { z } from 'zod';
import { hasFewMarks, MOST_MARKS, normalForm } from '../unicode-normal-form';
import { compiled } from './compiled';

/**
 * Parts shared by the contracts of all resources. Limits are in the schema, so that OpenAPI document, error and form
 * agree.
 */

const NO_CONTROL = /^[^\p{Cc}\p{Cs}]*$/u;
const NO_CONTROL_BUT_BREAKS = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u;

/**
 * Bidirectional controls, which change the order in which text is displayed (UAX #9). Right-to-left names do not need
 * them.
 */
export const TURNS_DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u;
export const TURNED =
  'cannot contain characters that change the reading direction (U+202A to U+202E, U+2066 to U+2069)';

const clean = (value: string) => normalForm(value).trim();
const fewMarks = {
  error: `must have at most ${MOST_MARKS} combining marks in a row`,
  params: { code: 'invalid_format' },
};

/** One line of text: Unicode NFC, trimmed, no control characters, not empty. */
export const text = (max: number) =>
  z
    .string()
    .overwrite(clean)
    .min(1)
    .max(max)
    .regex(NO_CONTROL, 'cannot contain control characters')
    .refine(hasFewMarks, fewMarks);

/**
 * Input text without bidirectional controls. Only for input: laboratories may send such text, and stored text must be
 * accepted in responses.
 */
export const nameText = (max: number) =>
  text(max).refine((value) => !TURNS_DIRECTION.test(value), {
    error: TURNED,
    params: { code: 'invalid_format' },
  });

/** Text that may contain line breaks. */
export const notesText = (max: number) =>
  z
    .string()
    .overwrite(clean)
    .min(1)
    .max(max)
    .regex(NO_CONTROL_BUT_BREAKS, 'cannot contain control characters except line breaks')
    .refine(hasFewMarks, fewMarks);

/** ID of another resource in a body; the operation checks that it exists. */
export const ref = (prefix: string) =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`),
      `must be an id that starts with ${prefix}_`,
    );

/** The ID of an object in a response. */
export const ownId = (prefix: string) =>
  ref(prefix).meta({ description: `Unique ID: \`${prefix}_\` and 26 characters` });

/** ID in a path. The operation checks the format: a malformed ID is not found. */
export const pathParameter = z.string().max(100);

/** RFC 3339 UTC with `Z` and milliseconds. */
export const instant = z.iso.datetime({ precision: 3 }).meta({ example: '2026-11-05T14:07:00.000Z' });

const [FIRST, LAST] = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map(Date.parse) as [
  number,
  number,
];
/** Postgres has no year 0, and an offset can move an instant out of the years that it reads. */
const isStorable = (time: string) => !(Date.parse(time) < FIRST || Date.parse(time) > LAST);
const YEARS = { error: 'must be in the years 1 to 9999', params: { code: 'out_of_range' } };

export const inputInstant = z.iso.datetime({ offset: true }).refine(isStorable, YEARS);

export const date = z.iso.date().meta({ example: '1945-07-14' });
export const inputDate = date.refine(isStorable, YEARS);

/** Today's date may be tomorrow's UTC date for callers east of Greenwich. */
export const isNotFuture = (day: string) =>
  day <= new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
export const FUTURE = { error: 'cannot be in the future', params: { code: 'out_of_range' } };

/**
 * Precision of the related time. A value less precise than an hour is a date, equal in every time zone:
 * `2026-11-05T00:00:00.000Z` with `day` is the 5th everywhere. Null: to the minute, or unknown.
 */
export const precision = z.enum(['second', 'minute', 'hour', 'day', 'month', 'year']).meta({
  description:
    'Precision of the time. With `day`, `month` or `year` it is a date: use its UTC date and do not convert it to a time zone.',
});

/** IANA name. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, {
    error: 'must be an IANA name such as Europe/Berlin',
    params: { code: 'invalid_format' },
  });

function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 do not follow daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((value) => Object.keys(value).length <= 20, {
    error: 'must have at most 20 keys',
    params: { code: 'too_long' },
  })
  .meta({
    description: 'At most 20 keys of at most 40 characters, with values of at most 500. No patient data.',
  });

/** Metadata in a response. */
export const ownMetadata = z
  .record(z.string(), z.string())
  .meta({ description: 'Keys and values that your system has set' });

export const resource = {
  version: z
    .number()
    .int()
    .min(1)
    .meta({ description: 'Number of the version, from 1; each change increases it' }),
  created_at: instant.meta({ description: 'Time of creation' }),
  updated_at: instant.meta({ description: 'Time of the last change' }),
  created_by: z.string().meta({ description: '`usr_…`, `key_…` or `system`' }),
};

/** A page of a list. Named after its items if they have a name in the OpenAPI document. */
export const list = <T extends z.ZodType>(item: T) => {
  const name = item.meta()?.id;
  const page = z.strictObject({
    object: z.literal('list'),
    data: z.array(item).meta({ description: 'Items of this page' }),
    has_more: z.boolean().meta({ description: 'Whether more items follow this page' }),
    next_cursor: z.string().nullable().meta({ description: 'Value of `cursor` for the next page, or null' }),
    total_count: z
      .number()
      .int()
      .optional()
      .meta({ description: 'Only with `include=total_count`; exact up to 10,000.' }),
    total_count_capped: z
      .boolean()
      .optional()
      .meta({ description: 'There are more items than `total_count`' }),
  });
  return compiled(page, name && `${name}List`);
};

/** Integer in a query: decimal digits only, whereas `Number()` also accepts `0x10`, `1e1` and spaces. */
export const queryInteger = (rules: z.ZodNumber) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    rules,
  );

export const paging = {
  limit: queryInteger(z.number().int().min(1).max(100).meta({ default: 25 })).default(25),
  cursor: z.string().max(1000).optional().meta({ description: '`next_cursor` of the previous page; opaque' }),
  include: z.enum(['total_count']).optional(),
};

export const timeFilters = {
  created_since: inputInstant.optional(),
  created_until: inputInstant.optional(),
  updated_since: inputInstant.optional(),
  updated_until: inputInstant.optional(),
};

/** `a,b,c` in a query, each one of the known values. */
export const words = <T extends string>(known: readonly [T, ...T[]]) =>
  z
    .string()
    .max(500)
    .refine((value) => value.split(',').every((part) => (known as readonly string[]).includes(part)), {
      error: `must be one or more of ${known.join(', ')}, separated by commas`,
      params: { code: 'not_allowed' },
    })
    .transform((value) => value.split(',') as T[])
    // Listed in the OpenAPI document.
    .meta({ words: known });

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
