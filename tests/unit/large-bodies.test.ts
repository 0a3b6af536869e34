import { expect, it } from 'vitest';
import { holdLargeBody } from '../../server/http/rest/large-bodies';

/** Inline documents are held in memory: their total is limited, also per organization (D-08). */

const MB = 1024 * 1024;
const unavailable = expect.objectContaining({ code: 'unavailable', extras: { retry_after: 1 } }) as Error;

it('accepts four of the largest bodies of one organization, and keeps capacity for others', () => {
  const own = Array.from({ length: 4 }, () => holdLargeBody('a'));
  for (const hold of own) hold.grow(15 * MB);
  const fifth = holdLargeBody('a');
  expect(() => fifth.grow(2 * MB)).toThrow(unavailable);
  fifth.grow(MB);
  const other = [holdLargeBody('b'), holdLargeBody('b')];
  for (const hold of other) hold.grow(15 * MB);
  expect(() => holdLargeBody('c').grow(15 * MB)).toThrow(unavailable);
  own[0]!.release();
  fifth.grow(15 * MB);
  for (const hold of [...own.slice(1), fifth, ...other]) hold.release();
  // Everything was released exactly once.
  const again = Array.from({ length: 4 }, () => holdLargeBody('a'));
  for (const hold of again) for (let size = MB; size <= 15 * MB; size += MB) hold.grow(size);
  expect(() => holdLargeBody('a').grow(2 * MB)).toThrow(unavailable);
  for (const hold of again) hold.release();
});
