import type { Random } from '../../support/random';
import { INJECTIONS } from './values';

/** Invalid JSON bodies, derived from a valid one and a seed. */

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

export type Json = Record<string, unknown>;

/** Changes one place of a valid body: replaces, removes or adds a value, or wraps it in a list. */
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

/** A body that is not valid JSON: truncated, repeated, with changed bytes, with a duplicate key. */
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
