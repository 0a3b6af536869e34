import { getTableColumns } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { patients } from '../../../server/db/schema/index';
import { createPatientInput, patient, updatePatientInput } from '../../../server/domain/patients/contract';
import { changedColumns, createdColumns } from '../../../server/domain/patients/fields';
import { toCamelCase, toSnakeCase } from '../../../server/shared/field-names';

const columns = Object.keys(getTableColumns(patients));
/** `restricted` says whether there is a `restriction`. */
const shown = Object.keys(patient.shape).map((field) => (field === 'restricted' ? 'restriction' : field));

const INTERNAL = ['orgId', 'familyKey', 'givenKey', 'sequence', 'deletedAt', 'deletedBy'];

const NEW = createPatientInput.parse({
  name: { family: 'Ames', given: ['Ann'] },
  birth_date: '1980-01-02',
  sex: 'female',
});

describe('fields of a patient', () => {
  it('are columns, and the other way round', () => {
    expect(columns.map(toSnakeCase).map(toCamelCase)).toEqual(columns);
    expect([...columns].sort()).toEqual(
      [...INTERNAL, ...shown.filter((field) => field !== 'object').map(toCamelCase)].sort(),
    );
  });

  it('are returned when clients can write them', () => {
    expect(shown).toEqual(expect.arrayContaining(Object.keys(createPatientInput.shape)));
    expect(shown).toEqual(expect.arrayContaining(Object.keys(updatePatientInput.shape)));
  });

  it('can be changed when they can be set', () => {
    expect(Object.keys(updatePatientInput.shape)).toEqual(
      expect.arrayContaining(Object.keys(createPatientInput.shape)),
    );
  });

  it('have the default of their column when absent', () => {
    expect(createdColumns({ ...NEW, language: 'de' })).toMatchObject({
      birthDate: '1980-01-02',
      birthDateEstimated: false,
      sexAtBirth: null,
      emails: [],
      language: 'de',
      metadata: {},
    });
  });

  it('stay unchanged when absent, and are removed by null', () => {
    expect(changedColumns({ id: 'pat_1', external_id: 'x', language: null })).toEqual({
      externalId: 'x',
      language: null,
    });
  });
});
