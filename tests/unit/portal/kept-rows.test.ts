import { expect, it } from 'vitest';
import { keepRows } from '../../../components/orders/order-work-list';

const rows = (text: string) => [...text].map((id) => ({ order: { id } }));
const kept = (before: string, next: string, left: string) =>
  keepRows(rows(before), rows(next), (row) => (left.includes(row.order.id) ? row : null))
    .map(({ order }) => order.id)
    .join('');

it('an order that the user removed from the list keeps its place', () => {
  expect(kept('abc', 'bc', 'a')).toBe('abc');
  expect(kept('abcd', 'ad', 'bc')).toBe('abcd');
  expect(kept('abc', '', 'abc')).toBe('abc');
  // The next page moves up; new orders have their place.
  expect(kept('abc', 'nacd', 'b')).toBe('nabcd');
});

it('an order that someone else removed leaves', () => {
  expect(kept('abc', 'ac', '')).toBe('ac');
  expect(kept('abcd', 'd', 'c')).toBe('cd');
  expect(kept('abcd', 'ad', 'c')).toBe('acd');
});
