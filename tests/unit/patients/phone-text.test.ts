import { expect, it } from 'vitest';
import { formatPhone } from '@/server/data-types/phone-text';

it.each([
  ['+12025550101', '+1 202 555 0101'],
  ['+441632960100', '+44 1632 960100'],
  ['+493012345678', '+49 30 12345678'],
  ['+41791234567', '+41 79 123 45 67'],
  ['01632 960100', '01632 960100'],
  ['ask the daughter', 'ask the daughter'],
  ['+1', '+1'],
  ['', ''],
])('%s → %s', (stored, shown) => expect(formatPhone(stored)).toBe(shown));
