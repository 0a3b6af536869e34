import { expect, it } from 'vitest';
import { isCut } from '../../../components/ui/cut-paste';

const field = (value: string, selected: [number, number], maxLength = 10) => ({
  value,
  maxLength,
  selectionStart: selected[0],
  selectionEnd: selected[1],
});

it('finds a paste that exceeds the limit of its field', () => {
  expect(isCut(field('12345', [5, 5]), '67890')).toBe(false);
  expect(isCut(field('12345', [5, 5]), '678901')).toBe(true);
  // The selected text is replaced.
  expect(isCut(field('12345', [2, 5]), '34567890')).toBe(false);
  // A field has one character for a line break.
  expect(isCut(field('', [0, 0]), '1234\r\n6789')).toBe(false);
  expect(isCut(field('', [0, 0], -1), 'no limit at all')).toBe(false);
});
