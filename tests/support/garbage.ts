import type { Random } from './random';

/** Bodies and values that nobody should send, made from a seed. */

const INJECTIONS = [
  ...[
    "'",
    "''",
    '"',
    '`',
    '\\',
    "\\'",
    '%',
    '_',
    ';',
    '--',
    '/*',
    '*/',
    '#',
    '||',
    '&&',
    '$$',
    '$1',
    ':a',
    '?',
  ],
  ...[
    "' OR '1'='1",
    "' OR 1=1--",
    '" OR ""="',
    "') OR ('1'='1",
    "1' OR '1'='1'/*",
    "'; DROP TABLE patients;--",
  ],
  ...[
    "' UNION SELECT NULL--",
    "' UNION ALL SELECT version(),NULL--",
    '1; SELECT pg_sleep(9)',
    "'||pg_sleep(9)--",
  ],
  ...[
    '(SELECT 1)',
    '(SELECT CASE WHEN 1=1 THEN 1 ELSE 1/0 END)',
    '1/0',
    "current_setting('clinical.org_id')",
  ],
  ...["'||(SELECT org_id FROM organisations LIMIT 1)||'", "E'\\x27'", "U&'\\0027'", 'chr(39)', '$q$x$q$'],
  ...[
    'created_at;--',
    '-created_at,org_id',
    'created_at DESC NULLS LAST',
    'id)--',
    'created_at,(SELECT 1)',
    'lower(family)',
  ],
  ...[
    '1e400',
    '-1',
    '99999999999999999999',
    'NaN',
    'Infinity',
    '0x10',
    '1_000',
    '٣',
    '１',
    'true',
    'null',
    '[]',
    '{}',
  ],
  ...[
    '../../etc/passwd',
    '..\\..',
    '%2e%2e',
    '%00',
    '\u0000',
    '\ud800',
    '\u202e',
    '\ufeff',
    '\u200b',
    'İ',
    'ß',
    'ﬁ',
  ],
  ...[
    '<script>alert(1)</script>',
    '{{7*7}}',
    '${7*7}',
    '<%= 7 %>',
    '{"$gt":""}',
    '[$ne]',
    'a[]',
    'constructor',
    '__proto__',
  ],
  ...[
    'a'.repeat(1_000),
    "'".repeat(500),
    '%'.repeat(300),
    '('.repeat(400),
    ' '.repeat(200),
    'a*'.repeat(300),
  ],
];

const PIECES = [
  "'",
  '"',
  ';',
  '--',
  '(',
  ')',
  ',',
  '%',
  '\\',
  ' OR ',
  ' UNION SELECT ',
  '=',
  '*',
  '1',
  'a',
  '\t',
  '\n',
  'é',
  '💥',
];

/** Values for query parameters: the well-known ones, then compounds of their pieces. */
export function injections(random: Random, count: number): string[] {
  const made = Array.from({ length: Math.max(0, count - INJECTIONS.length) }, () =>
    Array.from({ length: 1 + random.below(8) }, () => random.pick(PIECES)).join(''),
  );
  return [...INJECTIONS, ...made].slice(0, count);
}

const SCALARS: ((random: Random) => unknown)[] = [
  () => null,
  () => true,
  () => '',
  () => 'x',
  () => -1,
  () => 1e308,
  () => [],
  () => ({}),
  (random) => random.next(),
  (random) => 'y'.repeat(random.below(3_000)),
  (random) => random.pick(INJECTIONS),
  (random) => Array.from({ length: random.below(60) }, () => 'z'),
  (random) => ({ [random.pick(['constructor', 'toString', 'length', 'id', '$ref', ''])]: 1 }),
];

type Json = Record<string, unknown>;

/** One place of a good body changed: replaced, removed, added to, or put in a list. */
function mutated(random: Random, good: Json): unknown {
  const body = structuredClone(good);
  for (let times = 1 + random.below(3); times > 0; times--) {
    let place: Json = body;
    for (;;) {
      const inner = Object.values(place).filter(
        (value): value is Json => typeof value === 'object' && value !== null,
      );
      if (inner.length === 0 || random.below(2) === 0) break;
      place = random.pick(inner);
    }
    const key = random.pick([...Object.keys(place), random.pick(['extra', 'id', 'org_id', 'constructor'])]);
    if (random.below(5) === 0) delete place[key];
    else place[key] = random.pick(SCALARS)(random);
  }
  return random.below(20) === 0 ? [body] : body;
}

/** A body that is not JSON any more: cut, doubled, with bytes changed, with a key twice. */
function broken(random: Random, good: Json): Buffer {
  const bytes = Buffer.from(JSON.stringify(good));
  const at = random.below(bytes.length);
  switch (random.below(6)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      bytes[at] = random.below(256);
      return bytes;
    case 2:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([random.below(256)]), bytes.subarray(at)]);
    case 3:
      return Buffer.concat([bytes, bytes.subarray(at)]);
    case 4:
      return Buffer.from(`{"a":1,${bytes.toString().slice(1, -1)},"a":2}`);
    default:
      return Buffer.from(Array.from({ length: random.below(200) }, () => random.below(256)));
  }
}

export const garbageBody = (random: Random, good: Json): Buffer =>
  random.below(3) === 0 ? broken(random, good) : Buffer.from(JSON.stringify(mutated(random, good)));
