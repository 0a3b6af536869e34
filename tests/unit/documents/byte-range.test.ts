import { expect, it } from 'vitest';
import { readRange } from '../../../server/http/files/byte-range';

it.each([
  [undefined, 'whole'],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=0-', { start: 0, end: 999 }],
  ['BYTES=990-5000', { start: 990, end: 999 }],
  ['bytes=-10', { start: 990, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=999999999999999-', 'unsatisfiable'],
  ['bytes=5-4', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=1-2-3', 'whole'],
  ['bytes=0x1-', 'whole'],
  ['bytes= 1-2', 'whole'],
  ['lines=1-2', 'whole'],
  ['bytes=99999999999999999999-', 'whole'],
])('reads %s of 1000 bytes', (header, expected) => {
  expect(readRange(header, 1000)).toEqual(expected);
});
