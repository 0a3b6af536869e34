import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newPatientInput } from '@/components/patients/new-patient-input';
import { isFutureDay } from '@/components/format/dates';
import { EMAIL_ADDRESS, isPhoneNumber } from '@/components/patients/typed-details';
import type { Problem } from '@/components/ui/error-message';

describe('isPhoneNumber', () => {
  it.each(['112', '+1 212 555 0143', '(030) 123-4567', '212.555.0143 ext. 5', '2125550143x12', '٠١٢٣٤'])(
    'is true for %s',
    (typed) => expect(isPhoneNumber(typed)).toBe(true),
  );
  it.each(['555 abc', 'unknown', '12', 'ext. 5', '---'])('is false for %s', (typed) =>
    expect(isPhoneNumber(typed)).toBe(false),
  );
});

describe('isFutureDay', () => {
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  it('leaves a day for other time zones', () => {
    expect([isFutureDay(dayIn(0)), isFutureDay(dayIn(1)), isFutureDay(dayIn(3))]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

it('checks email addresses as the server does', () => {
  // A hyphen at the end of a class needs no backslash.
  expect(EMAIL_ADDRESS.source).toBe(z.regexes.email.source.replaceAll('\\-', '-'));
});

it('reports an invalid email address together with missing fields', () => {
  const form = new FormData();
  form.set('email', 'here');
  const errors = (() => {
    try {
      newPatientInput(form);
    } catch (thrown) {
      return (thrown as Problem).errors!;
    }
    return [];
  })();
  expect(errors.map(({ pointer }) => pointer)).toEqual([
    '/name/family',
    '/name/given',
    '/birth_date',
    '/emails/0/value',
    '/sex',
  ]);
});
