import type { Defence } from './defences';

/** Results over time: what is one row or line, what is no value, what stands on a surface as it was sent. */

const labs = (name: string) => `server/domain/lab-results/${name}.ts`;
const screen = (name: string) => `components/results/${name}`;
const HISTORY = ['tests/integration/domain/lab-history.test.ts'];
const unit = (name: string) => [`tests/unit/portal/${name}.test.ts`];

export const READING_DEFENCES: Defence[] = [
  {
    name: 'values of two units are never one row or one line',
    file: labs('history'),
    find: 'JSON.stringify([testKey, unit, loinc === null ? lab.id : null])',
    replace: 'JSON.stringify([testKey, loinc === null ? lab.id : null, typeof unit])',
    tests: HISTORY,
  },
  {
    name: 'codes of two laboratories are one test only where a LOINC says so',
    file: labs('history'),
    find: 'JSON.stringify([testKey, unit, loinc === null ? lab.id : null])',
    replace: 'JSON.stringify([testKey, unit, loinc === null && lab.id === null])',
    tests: HISTORY,
  },
  {
    name: 'what was withdrawn is no value of the patient',
    file: labs('history'),
    find: "notInArray(labObservations.status, ['deleted', 'wrong']),",
    replace: '',
    tests: HISTORY,
  },
  {
    name: 'what was withdrawn is no point before another one',
    file: labs('get-recent-values'),
    find: "and p.status not in ('deleted', 'wrong', 'cancelled')",
    replace: '',
    tests: HISTORY,
  },
  {
    name: 'two values of one time both stand in their cell',
    file: labs('get-flow-sheet'),
    find: '(cells.get(column) ?? []).map(presentValue)',
    replace: '(cells.get(column) ?? []).slice(0, 1).map(presentValue)',
    tests: HISTORY,
  },
  {
    name: 'a quotation mark inside a field of the file does not end it',
    file: 'server/domain/shared/csv.ts',
    find: `text.replaceAll('"', '""')`,
    replace: 'text',
    tests: unit('same-bytes'),
  },
  {
    name: 'what a spreadsheet would calculate is text in the file',
    file: 'server/domain/shared/csv.ts',
    find: "[isFormula(cell) ? `'${first}` : first, ...inner]",
    replace: '[first, ...inner]',
    tests: ['tests/unit/csv.test.ts', ...HISTORY],
  },
  {
    name: 'a value that is only known to lie beyond a limit is drawn open',
    file: screen('trend-marker.tsx'),
    find: "marker.open ? 'var(--color-paper)' : 'currentColor'",
    replace: "'currentColor'",
    tests: unit('trend'),
  },
  {
    name: 'the time axis is true to time',
    file: screen('trend-geometry.ts'),
    find: '((at - from) / (to - from)) * 100',
    replace: 'Math.sqrt((at - from) / (to - from)) * 100',
    tests: unit('trend'),
  },
  {
    name: 'a value on the flow sheet is what was sent',
    file: screen('flow-sheet.tsx'),
    find: `                  {showTurns(value.value_text)}
`,
    replace: `                  {showTurns(value.value_text.trim())}
`,
    tests: unit('same-bytes'),
  },
  {
    name: 'a line that differs by its unit alone is marked between versions',
    file: screen('versions.tsx'),
    find: '  before.unit !== after.unit ||\n',
    replace: '',
    tests: unit('versions'),
  },
  {
    name: 'a filter of results counts what it hides, also what has no time',
    file: labs('list-patient-results'),
    find: '(${filter}) is not true',
    replace: 'not (${filter})',
    tests: ['tests/integration/domain/lab-results-reading.test.ts'],
  },
  {
    name: 'a code without LOINC of another laboratory is no value before',
    file: labs('access'),
    find: 'and (lab_observations.loinc is not null or ${given',
    replace: 'and (true or ${given',
    tests: ['tests/integration/domain/lab-results-reading.test.ts'],
  },
  {
    name: 'a code that is the LOINC of another test is no point before another one',
    file: labs('get-recent-values'),
    find: 'and p.loinc is not distinct from l.loinc and (l.loinc is not null or r.lab_id = own.lab_id)',
    replace: '',
    tests: ['tests/integration/domain/lab-results-reading.test.ts'],
  },
  {
    name: 'the next page of what waits begins after the gravity of the one before',
    file: labs('list-patient-results'),
    find: '(${labResults.inboxRank} > ${rank} or',
    replace: '(',
    tests: ['tests/integration/domain/lab-results-reading.test.ts'],
  },
  {
    name: 'no more than six tests are pinned, however many are pinned at once',
    file: labs('pin-test'),
    find: 'input.patient_id, { lock: true }',
    replace: 'input.patient_id',
    tests: HISTORY,
  },
  {
    name: 'a test that the patient never had is not pinned',
    file: labs('pin-test'),
    find: 'if (!value) throw notFound();',
    replace: '',
    tests: HISTORY,
  },
  {
    name: 'paper is an act of its own',
    file: labs('print-lab-result'),
    find: "action: 'print_lab_result'",
    replace: "action: 'get_lab_result'",
    tests: ['tests/integration/domain/lab-results-reading.test.ts'],
  },
  {
    name: 'a day that a laboratory gave is that day in every time zone',
    file: 'components/format/dates.ts',
    find: 'if (isDateOnly(precision)) return',
    replace: 'if (false as boolean) return',
    tests: ['tests/unit/portal/dates.test.ts'],
  },
  {
    name: 'a line says how exactly its own time was given',
    file: 'server/domain/lab-results/report.ts',
    find: 'observation.observed_at_precision ?? (ofReport',
    replace: 'null ?? (ofReport',
    tests: ['tests/integration/domain/lab-results-times.test.ts'],
  },
  {
    name: 'an older time that comes later leaves the exactness of the stored one',
    file: 'server/domain/lab-results/apply-report.ts',
    find: 'reportedAt > stored.reportedAt);',
    replace: 'reportedAt > new Date(0));',
    tests: ['tests/integration/domain/lab-results-times.test.ts'],
  },
  {
    name: 'to know an exactness that was not kept before is no correction',
    file: 'server/domain/lab-results/merge-line.ts',
    find: 'if (before.observedAtPrecision === null &&',
    replace: 'if ((false as boolean) &&',
    tests: ['tests/integration/domain/lab-results-times.test.ts'],
  },
  {
    name: 'the lines of a report are those of its version, whatever is committed meanwhile',
    file: 'server/domain/lab-results/get-lab-result.ts',
    find: 'isCurrent &&= lines[0]!.version === row.version;',
    replace: '',
    tests: ['tests/integration/domain/lab-results-versions.test.ts'],
  },
  {
    name: 'a version from before exactness was kept is read with that of its report',
    file: 'server/domain/lab-results/get-lab-result.ts',
    find: 'presentVersion(found.snapshot as Partial<LabResult>)',
    replace: 'found.snapshot as LabResult',
    tests: ['tests/integration/domain/lab-results-times.test.ts'],
  },
  {
    name: 'a death is on the day of the organisation in the list of patients',
    file: 'components/patients/patient-list.tsx',
    find: 'formatDate(dayOf(patient.deceased_at, zone))',
    replace: 'formatDate(patient.deceased_at)',
    tests: ['tests/unit/portal/death.test.ts'],
  },
  {
    name: 'the age at a death is that on the day of the organisation',
    file: 'components/patients/patient-banner.tsx',
    find: 'formatAge(patient.birth_date, dayOf(died, zone))',
    replace: 'formatAge(patient.birth_date, died)',
    tests: ['tests/unit/portal/death.test.ts'],
  },
  {
    name: 'a day that was collected on is found by it west of Greenwich',
    file: 'server/domain/lab-results/list-patient-results.ts',
    find: "in ('day', 'month', 'year')",
    replace: "in ('century')",
    tests: ['tests/integration/domain/lab-results-times.test.ts'],
  },
  {
    name: 'a document of a report has the date that the laboratory wrote',
    file: 'server/intake/process/apply-inbound.ts',
    find: 'documentDate: writtenDate(report.reported_at ?? report.collected_at),',
    replace: 'documentDate: (report.reported_at ?? report.collected_at)?.at.slice(0, 10) ?? null,',
    tests: ['tests/integration/domain/inbound-files.test.ts'],
  },
];
