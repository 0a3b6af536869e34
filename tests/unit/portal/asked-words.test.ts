import { expect, it } from 'vitest';
import { askedWords } from '@/server/domain/lab-orders/rules';

it('a question is followed by its answer, without a second mark', () => {
  expect(askedWords('How was the urine collected?')).toBe('How was the urine collected?');
  expect(askedWords('Fasting hours')).toBe('Fasting hours:');
});
