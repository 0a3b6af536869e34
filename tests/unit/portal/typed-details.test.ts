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

it('isFutureDay is true from tomorrow, by the date of the browser', () => {
  const dayIn = (days: number) => {
    const day = new Date();
    day.setDate(day.getDate() + days);
    return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  };
  expect([-1, 0, 1].map((days) => isFutureDay(dayIn(days)))).toEqual([false, false, true]);
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
