import { expect, it } from 'vitest';
import { reserveLargeBody } from '../../server/http/rest/large-bodies';

/** Inline documents are held in memory: their total is limited, also per organization (D-08). */

const MB = 1024 * 1024;
const unavailable = expect.objectContaining({ code: 'unavailable', extras: { retry_after: 1 } }) as Error;

it('accepts four of the largest bodies of one organization, and keeps capacity for others', () => {
  const own = Array.from({ length: 4 }, () => reserveLargeBody('a'));
  for (const reservation of own) reservation.grow(15 * MB);
  const fifth = reserveLargeBody('a');
  expect(() => fifth.grow(2 * MB)).toThrow(unavailable);
  fifth.grow(MB);
  const other = [reserveLargeBody('b'), reserveLargeBody('b')];
  for (const reservation of other) reservation.grow(15 * MB);
  expect(() => reserveLargeBody('c').grow(15 * MB)).toThrow(unavailable);
  own[0]!.release();
  fifth.grow(15 * MB);
  for (const reservation of [...own.slice(1), fifth, ...other]) reservation.release();
  // Everything was released exactly once.
  const again = Array.from({ length: 4 }, () => reserveLargeBody('a'));
  for (const reservation of again) for (let size = MB; size <= 15 * MB; size += MB) reservation.grow(size);
  expect(() => reserveLargeBody('a').grow(2 * MB)).toThrow(unavailable);
  for (const reservation of again) reservation.release();
});
