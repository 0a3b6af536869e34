import { getTableColumns, getTableName, isTable } from 'drizzle-orm';
import { expect, it } from 'vitest';
import * as schema from '../../../server/db/schema/index';
import { CHART_TABLES } from '../../../server/domain/patients/chart-items';

it('a merge knows each table that has a patient', () => {
  const tables = Object.values(schema).filter((one) => isTable(one));
  const ofPatient = tables.filter((table) => 'patientId' in getTableColumns(table)).map(getTableName);
  expect([...CHART_TABLES].sort()).toEqual(ofPatient.sort());
});

it('each table whose rows are addressed to a record is moved by a merge', () => {
  const tables = Object.values(schema).filter((one) => isTable(one));
  const addressed = tables
    .filter((table) => 'addressedPatientId' in getTableColumns(table))
    .map(getTableName);
  expect(addressed.sort()).toEqual(
    [
      'lab_orders',
      'lab_results',
      'documents',
      'uploads',
      'inbound_reports',
      'inbound_documents',
      'pinned_tests',
    ].sort(),
  );
});
