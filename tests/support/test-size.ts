/** The suite sends fewer requests than `npm run audit:nightly`, which sets TEST_SIZE=full, and always the same ones. */
export const isFull = process.env.TEST_SIZE === 'full';

/** The first cases of a rule; all of them in the nightly run. */
export const few = <const Case>(cases: readonly Case[], count: number): readonly Case[] =>
  isFull ? cases : cases.slice(0, count);

/** Of vitest: a long test that `npm test` omits, of a rule that a shorter one tests as well. */
export const nightly = { tags: ['nightly'] };

/** GARBAGE_SEED repeats a nightly run. */
export const garbageSeed = Number(
  process.env.GARBAGE_SEED ?? (isFull ? Math.floor(Math.random() * 2 ** 32) : 20_261_123),
);
