import { describe, expect, it } from 'vitest';
import { defineFields } from '../../../components/client/form-fields';
import { patientFields } from '../../../components/patients/new-patient-input';
import { messageAt, placeOf } from '../../../components/ui/error-summary';
import { shownError, type ShownError } from '../../../components/ui/error-message';
import { withLabel } from '../../../components/ui/field-messages';
import { DomainError } from '../../../server/errors/domain-error';

/** One declaration of a field defines its control, its error and the link to it. */

const rejected = (...fields: ShownError['fields']): ShownError => ({
  code: 'validation_failed',
  sentence: 'Something is wrong.',
  detail: null,
  fields,
  reviewed: null,
  requestId: null,
  isOutdated: false,
  restrictedPatientId: null,
});

describe('form fields', () => {
  const fields = defineFields({
    city: { pointer: '/addresses/0/city', label: 'City' },
    line: { pointer: '/addresses', label: 'Street and number', maxLength: 200 },
  });

  it('connect a control with its label, limits and own error', () => {
    const { field, group } = fields.controls(
      rejected({ pointer: '/addresses/0/city', message: 'City is too long.' }),
    );
    expect(field('city')).toEqual({ id: 'city', name: 'city', label: 'City', error: 'City is too long.' });
    expect(field('line')).toEqual({
      id: 'line',
      name: 'line',
      label: 'Street and number',
      maxLength: 200,
      error: undefined,
    });
    expect(group('city')).toMatchObject({
      id: 'city',
      name: 'city',
      legend: 'City',
      error: 'City is too long.',
    });
    expect(fields.controls(null).field('city').error).toBeUndefined();
  });

  it('link an error to the first matching field', () => {
    expect(placeOf(fields.places, '/addresses/0/city')).toEqual(['/addresses/0/city', 'city', 'City']);
    expect(placeOf(fields.places, '/addresses/0/lines/0')).toEqual([
      '/addresses',
      'line',
      'Street and number',
    ]);
    expect(placeOf(fields.places, '/name')).toBeUndefined();
  });

  it('name the field by its label in the error, and an entry of it as the server does', () => {
    const domain = new DomainError('validation_failed', 'One or more fields are not valid.', {
      errors: [
        { pointer: '/addresses', code: 'required', message: 'is required' },
        { pointer: '/addresses/0/city', code: 'too_long', message: 'must have at most 100 characters' },
        { pointer: '/addresses/1', code: 'not_unique', message: 'repeats another address' },
      ],
    });
    const error = shownError({ cause: domain });
    const { field } = fields.controls(error);
    expect(field('line').error).toBe('Street and number is required.\nAddress 2 repeats another address.');
    expect(field('city').error).toBe('City must have at most 100 characters.');
    expect(error.fields.map((wrong) => messageAt(placeOf(fields.places, wrong.pointer), wrong))).toEqual([
      'Street and number is required.',
      'City must have at most 100 characters.',
      'Address 2 repeats another address.',
    ]);
  });

  it('report a missing value in their own words, and a value with two errors once', () => {
    const { places, controls } = defineFields({
      name: { pointer: '/name', label: 'Email', missing: 'Enter an email address.' },
    });
    const errorOf = (...messages: string[]) =>
      shownError({
        cause: new DomainError('validation_failed', 'One or more fields are not valid.', {
          errors: messages.map((message) => ({ pointer: '/name', code: 'too_short', message })),
        }),
      });
    expect(controls(errorOf('cannot be empty', 'is odd')).field('name')).toEqual({
      id: 'name',
      name: 'name',
      label: 'Email',
      error: 'Enter an email address.',
    });
    const { fields: shown } = errorOf('must have at most 9 characters', 'is odd');
    expect(shown.map((wrong) => messageAt(placeOf(places, wrong.pointer), wrong))).toEqual([
      'Email must have at most 9 characters.',
    ]);
  });

  it.each([
    [
      'Time until escalation (minutes)',
      'must be at least 5',
      'Time until escalation must be at least 5 minutes.',
    ],
    [
      'Silence before an alert (hours)',
      'must be at least 1',
      'Silence before an alert must be at least 1 hour.',
    ],
    ['Events (days)', 'must be at most 3,650', 'Events must be at most 3,650 days.'],
    ['Time until escalation (minutes)', 'is required', 'Time until escalation is required.'],
    ['Client key (PEM)', 'must have at most 9 characters', 'Client key must have at most 9 characters.'],
    ['Permissions', 'is required', 'Permissions are required.'],
    ['Group roles', 'is not valid', 'Group roles are not valid.'],
    ['Content of received messages (months)', 'is required', 'Content of received messages is required.'],
    ['Issuer', 'cannot be empty', 'Enter an issuer.'],
    ['URL', 'is required', 'Enter a URL.'],
    ['MRN', 'cannot be empty', 'Enter an MRN.'],
    ['Client ID', 'cannot be empty', 'Enter a client ID.'],
    ['Status', 'is required for MLLP', 'Status is required for MLLP.'],
    ['Address', 'is not valid', 'Address is not valid.'],
  ])('%s %s', (label, predicate, sentence) => {
    expect(withLabel({ message: 'Critical minutes must be at least 5.', predicate }, label)).toBe(sentence);
  });

  it('keep a sentence of the server that names no field', () => {
    expect(withLabel({ message: 'Document the action taken before signing.' }, 'Note')).toBe(
      'Document the action taken before signing.',
    );
  });

  it('return the typed text, and null for empty', () => {
    const form = new FormData();
    form.set('city', '  Berlin ');
    form.set('line', '   ');
    expect(fields.read(form)).toEqual({ city: 'Berlin', line: null });
  });
});

it('links an error in the first line of an address to its control', () => {
  expect(placeOf(patientFields.places, '/addresses/0/lines/0')?.[1]).toBe('address_line');
});
