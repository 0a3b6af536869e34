import { describe, expect, it } from 'vitest';
import { defineFields } from '../../../components/client/form-fields';
import { patientFields } from '../../../components/patients/new-patient-input';
import { placeOf } from '../../../components/ui/error-summary';
import type { ShownError } from '../../../components/ui/error-message';

/** One declaration of a field defines its control, its error and the link to it. */

const rejected = (...fields: ShownError['fields']): ShownError => ({
  code: 'validation_failed',
  sentence: 'Something is wrong.',
  detail: null,
  fields,
  reviewed: null,
  requestId: null,
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
    expect(placeOf(fields.places, '/addresses/0/city')).toEqual(['/addresses/0/city', 'city']);
    expect(placeOf(fields.places, '/addresses/0/lines/0')).toEqual(['/addresses', 'line']);
    expect(placeOf(fields.places, '/name')).toBeUndefined();
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
