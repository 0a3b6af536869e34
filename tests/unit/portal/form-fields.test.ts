import { describe, expect, it } from 'vitest';
import { defineFields } from '../../../components/client/form-fields';
import { patientFields } from '../../../components/patients/new-patient-input';
import { placeOf } from '../../../components/ui/error-summary';
import type { ShownError } from '../../../components/ui/error-message';

/** One declaration of a field defines its control, its error and the link to it. */

const refused = (...fields: ShownError['fields']): ShownError => ({
  code: 'validation_failed',
  sentence: 'Something is wrong.',
  detail: null,
  fields,
  reviewed: null,
  requestId: null,
});

describe('the fields of a form', () => {
  const fields = defineFields({
    city: { pointer: '/addresses/0/city', label: 'City' },
    line: { pointer: '/addresses', label: 'Street and number', said: 'Street', maxLength: 200 },
  });

  it('give a control its label, its limits and its own error alone', () => {
    const { field, group } = fields.controls(
      refused({ pointer: '/addresses/0/city', message: 'is too long' }),
    );
    expect(field('city')).toEqual({ id: 'city', name: 'city', label: 'City', error: 'Is too long' });
    expect(field('line')).toEqual({
      id: 'line',
      name: 'line',
      label: 'Street and number',
      maxLength: 200,
      error: undefined,
    });
    expect(group('city')).toMatchObject({ id: 'city', name: 'city', legend: 'City', error: 'Is too long' });
    expect(fields.controls(null).field('city').error).toBeUndefined();
  });

  it('lead from an error to the first field that fits', () => {
    expect(placeOf(fields.places, '/addresses/0/city')).toEqual(['/addresses/0/city', 'city', 'City']);
    expect(placeOf(fields.places, '/addresses/0/lines/0')).toEqual(['/addresses', 'line', 'Street']);
    expect(placeOf(fields.places, '/name')).toBeUndefined();
  });

  it('read what was typed, and null where nothing was', () => {
    const form = new FormData();
    form.set('city', '  Berlin ');
    form.set('line', '   ');
    expect(fields.read(form)).toEqual({ city: 'Berlin', line: null });
  });
});

it('an error of a new patient’s address names the field as its label does', () => {
  expect(placeOf(patientFields.places, '/addresses/0/lines/0')?.slice(1)).toEqual([
    'address_line',
    'Street and number',
  ]);
});
