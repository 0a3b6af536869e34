import { expect, it } from 'vitest';
import { answerWords, askedWords } from '@/server/domain/lab-orders/rules';

it('a question is followed by its answer, without a second mark', () => {
  expect(askedWords('How was the urine collected?')).toBe('How was the urine collected?');
  expect(askedWords('Fasting hours')).toBe('Fasting hours:');
});

it('an answer to a yes/no question is a word, and any other is as entered', () => {
  expect(answerWords('boolean', 'yes')).toBe('Yes');
  expect(answerWords('choice', 'clean catch')).toBe('clean catch');
});
