import { describe, expect, it } from 'vitest';
import {
  cellName,
  columnsOf,
  detailsOf,
  FIELDS,
  GROUPS,
  merge,
  readDetails,
  SINGLE,
  type Details,
} from '../../../components/patients/details';
import { changeOf } from '../../../components/patients/details-patch';
import type { Patient } from '../../../server/domain/patients/contract';
import { formatIn } from '@/components/format/format';

/** The form sends only changed fields, and concurrent changes of two users are both kept. */

const FORMAT = formatIn('Europe/London');

const patient: Patient = {
  id: 'pat_01k00000000000000000000000',
  object: 'patient',
  version: 3,
  created_by: 'system',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  mrn: 'M-1',
  identifiers: [
    { system: 'urn:x', value: 'N 1', type: 'national_id', type_code: 'NI', assigner: null },
    { system: 'urn:y', value: '7', type: 'lab', type_code: null, assigner: 'Lab' },
  ],
  name: { family: 'Doe', given: ['Mary Ann', 'Jo'], prefix: 'Dr', suffix: null, use: 'official' },
  other_names: [{ family: 'Roe', given: ['Mary Ann'], prefix: null, suffix: null, use: 'maiden' }],
  birth_date: '1945-07-14',
  birth_date_estimated: true,
  sex: 'female',
  sex_at_birth: null,
  gender_identity: null,
  phones: [{ value: '+441632960001', raw: '01632 960 001', use: 'home' }],
  emails: [{ value: 'mary@example.org', use: null }],
  addresses: [
    {
      lines: ['1 High Street', 'Flat 2'],
      city: 'Leeds',
      state: null,
      postal_code: 'LS1',
      country: 'GB',
      use: 'home',
    },
  ],
  language: 'en',
  deceased_at: '2026-02-03T23:30:00Z',
  primary_clinician_id: null,
  external_id: 'ext-1',
  status: 'active',
  merged_into_id: null,
  merged_from: [],
  restricted: false,
  metadata: { ward: '7', bed: '2' },
};
const base = detailsOf(patient, FORMAT);

/** What a browser submits for a form filled with these details. */
function formOf(details: Details): FormData {
  const form = new FormData();
  for (const field of SINGLE)
    if (field !== 'birth_date_estimated' || details[field] !== '') form.set(field, details[field]);
  for (const group of GROUPS)
    details[group].forEach((row, at) => {
      for (const column of columnsOf(group))
        form.set(cellName(group, at, column), (row[column] ?? '').replaceAll('\n', '\r\n'));
    });
  return form;
}

const sent = (details: Details) =>
  changeOf(patient, base, readDetails(formOf({ ...base, ...details }), base));
const changed = (details: Partial<Details>) => sent({ ...base, ...details });

describe('patient details form', () => {
  it('sends nothing without changes', () => {
    expect(sent(base).patch).toEqual({});
    expect(changed({ birth_date: '14 july 1945' }).patch).toEqual({});
    expect(changed({ phones: [...base.phones, { value: '', use: 'work' }] }).patch).toEqual({});
  });

  it('sends each change separately, and no empty row', () => {
    expect(changed({ family: 'Poe' }).patch).toEqual({ name: { family: 'Poe' } });
    expect(changed({ prefix: '', birth_date_estimated: '', language: '' }).patch).toEqual({
      name: { prefix: null },
      birth_date_estimated: false,
      language: null,
    });
    const phones = [
      { value: ' ', use: '' },
      { value: '0171 1', use: 'work' },
    ];
    expect(changed({ phones })).toEqual({
      patch: { phones: [{ value: '0171 1', use: 'work' }] },
      places: { phones: [1] },
    });
    expect(
      changed({ addresses: [{ ...base.addresses[0]!, lines: '1 High Street\n\n Flat 3 ' }] }).patch,
    ).toEqual({ addresses: [{ ...patient.addresses[0]!, lines: ['1 High Street', 'Flat 3'] }] });
    expect(changed({ metadata: [{ key: 'ward', value: '8' }] }).patch).toEqual({
      metadata: { ward: '8', bed: null },
    });
    const added = { value: 'P1', type: 'passport', system: '', type_code: '', assigner: '' };
    expect(changed({ identifiers: [...base.identifiers, added] }).patch.identifiers?.at(-1)).toEqual({
      system: 'urn:clinical-data:passport',
      value: 'P1',
      type: 'passport',
      type_code: null,
      assigner: null,
    });
  });

  it('keeps the parts of a given name and the time of death as stored', () => {
    const names = changed({ other_names: [...base.other_names, { family: 'Poe', given: 'Ann Lee' }] });
    expect(names.patch.other_names?.map(({ given }) => given)).toEqual([['Mary Ann'], ['Ann', 'Lee']]);
    expect(changed({ suffix: 'Jr' }).patch).toEqual({ name: { suffix: 'Jr' } });
    expect(base.deceased_at).toBe('03-Feb-2026 23:30');
    expect(changed({ deceased_at: '' }).patch).toEqual({ deceased_at: null });
    expect(changed({ deceased_at: '4-Feb-2026' }).patch).toEqual({ deceased_at: '2026-02-04' });
  });

  it('rejects unreadable input at its field', () => {
    const pointers = (details: Partial<Details>) => {
      try {
        changed(details);
      } catch (problem) {
        return (problem as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
      }
      return [];
    };
    expect(
      pointers({ family: ' ', given: '', birth_date: '03/04/1950', deceased_at: 'soon', mrn: '' }),
    ).toEqual(['/name/family', '/name/given', '/birth_date', '/deceased_at', '/mrn']);
    expect(pointers({ other_names: [{ family: '', given: 'Ann' }] })).toEqual(['/other_names/0/family']);
    const twice = [...base.metadata, { key: 'ward', value: '9' }, { key: 'x', value: '' }];
    expect(pointers({ metadata: twice })).toEqual(['/metadata/2', '/metadata/3']);
  });

  it('merges separate changes of two users and asks about common ones', () => {
    const mine = { ...base, family: 'Mine', language: 'fr', sex: 'other', phones: [] };
    const theirs = {
      ...base,
      family: 'Theirs',
      given: 'Mary',
      sex: 'other',
      phones: [...base.phones, { value: '2' }],
    };
    const { details, conflicts, theirChanges } = merge(base, mine, theirs);
    expect([conflicts, theirChanges]).toEqual([['family', 'phones'], ['given']]);
    expect(details).toEqual({ ...theirs, family: 'Mine', language: 'fr', phones: [] });
    expect(merge(base, mine, base)).toEqual({ details: mine, conflicts: [], theirChanges: [] });
    expect(FIELDS.every((field) => field in base)).toBe(true);
  });
});
