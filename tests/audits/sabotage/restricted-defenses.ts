import type { Defense } from './defenses';

const TESTS = ['tests/integration/domain/restricted-charts.test.ts'];
const SHARED = 'server/shared/restricted-charts.ts';

export const RESTRICTED_DEFENSES: Defense[] = [
  {
    name: 'every operation is denied the charts that its user has not opened',
    file: 'server/shared/perform.ts',
    find: 'if (!operation.restrictedCharts)',
    replace: 'if (false)',
    tests: TESTS,
  },
  {
    name: 'a chart is open for the user who stated the reason only',
    file: SHARED,
    find: 'and a.user_id = ${id}',
    replace: 'and ${id}::uuid is not null',
    tests: TESTS,
  },
  {
    name: 'a restricted chart closes after 8 hours',
    file: SHARED,
    find: 'a.expires_at > now()',
    replace: 'true',
    tests: TESTS,
  },
  {
    name: 'an application does not see what its user has not opened',
    file: SHARED,
    find: "return kind === 'user' ? 'opened' : 'all';",
    replace: "return 'all';",
    tests: TESTS,
  },
  {
    name: 'lists for programs omit restricted charts',
    file: 'server/domain/patients/list-patients.ts',
    find: 'findPatientRows(tx, ctx, input, ofOpenChart(ctx, patients.id))',
    replace: 'findPatientRows(tx, ctx, input)',
    tests: TESTS,
  },
  {
    name: 'diagnoses of restricted charts are not offered in other charts',
    file: 'server/domain/lab-orders/list-order-diagnoses.ts',
    find: 'ofOpenChart(ctx, labOrders.patientId),',
    replace: 'undefined,',
    tests: ['tests/integration/domain/lab-orders-planning.test.ts'],
  },
  {
    name: 'the inbox shows only critical values of a restricted chart',
    file: 'server/domain/reviews/list-inbox.ts',
    find: "isClosed && report.severity !== 'critical' ? []",
    replace: 'false ? []',
    tests: TESTS,
  },
  {
    name: 'a restricted chart is not erased without opening it',
    file: 'server/domain/erasures/erase-patient.ts',
    find: 'await assertChartsOpen(\n        tx,\n        ctx,\n        records.map(({ id }) => id),\n      );',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a merge keeps the restriction',
    file: 'server/domain/patients/merge-records.ts',
    find: "if (!survivor.restriction && merged.restriction) columns.push('restriction');",
    replace: '',
    tests: TESTS,
  },
  {
    name: 'the privacy report names the patient of a closed chart by initials',
    file: 'server/domain/privacy-report/get-privacy-report.ts',
    find: 'patient && presentIdentity(patient, closed)',
    replace: 'patient && presentIdentity(patient, new Set())',
    tests: ['tests/integration/domain/privacy-report.test.ts'],
  },
];
