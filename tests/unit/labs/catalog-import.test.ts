import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IMPORT_TEMPLATE } from '../../../components/admin/laboratories/import-template';
import { IMPORT_COLUMNS, QUESTION_COLUMNS } from '../../../server/domain/catalog/rules';
import { planImport, presentPlan } from '../../../server/domain/catalog/plan-import';
import type { TestRow } from '../../../server/domain/catalog/present';
import { readCatalogFile } from '../../../server/domain/catalog/read-catalog-file';
import { newId } from '../../../server/shared/ids';

const row = (code: string, more: Partial<TestRow> = {}): TestRow => ({
  orgId: newId(),
  id: newId(),
  code,
  loinc: null,
  name: `Test ${code}`,
  shortName: null,
  synonyms: [],
  kind: 'test',
  components: [],
  category: 'chemistry',
  specimen: null,
  unit: null,
  referenceRanges: [],
  fastingRequired: null,
  turnaroundHours: null,
  questions: [],
  labId: 'lab',
  labName: 'Lab',
  active: true,
  criticalLow: null,
  criticalHigh: null,
  source: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...more,
});

const plan = (content: string, known: TestRow[] = [], deactivateMissing = false) =>
  planImport(content, known, { deactivateMissing });

describe('catalog file', () => {
  it('is read with commas, semicolons or tabs, a byte order mark, quotes and any line end', () => {
    for (const separator of [',', ';', '\t'])
      for (const end of ['\n', '\r\n']) {
        const lines = [
          ['Code', ' name ', 'specimen'],
          ['NA', '"Sodium ""Na"""', 'Serum'],
          ['', '', ''],
        ];
        const { tests, errors } = readCatalogFile(
          `\ufeff${lines.map((cells) => cells.join(separator)).join(end)}${end}`,
        );
        expect(errors).toEqual([]);
        expect(tests).toEqual([
          { line: 2, code: 'NA', values: { name: 'Sodium "Na"', specimen: { type: 'Serum' } } },
        ]);
      }
  });

  it.each([
    ['', 1, null, 'The file is empty.'],
    ['name\nSodium', 1, 'code', 'The column is missing.'],
    ['code,name', 1, null, 'The file has no tests.'],
    ['code,name,code\nNA,Sodium,NA', 1, 'code', 'The column appears twice.'],
    ['code,name\nNA,Sodium\nNA,Sodium', 3, 'code', 'The code is also in line 2.'],
    ['code,name\n,Sodium', 2, 'code', 'The code is missing.'],
    ['code,name\nNA,', 2, 'name', 'The name is missing.'],
    ['code,name\nNA,Sodium,7', 2, null, 'The row has 3 cells, and the header 2.'],
    ['code,name\nNA,"Sodium', 2, null, 'The quotation marks of this row are not closed or misplaced.'],
    ['code,name,loinc\nNA,Sodium,12', 2, 'loinc', 'The value must be a LOINC number such as 2345-7.'],
    ['code,name,loinc\nNA,Sodium,2951-3', 2, 'loinc', 'The check digit of the LOINC number is wrong.'],
    [
      'code,name,turnaround_hours\nNA,Sodium,-1',
      2,
      'turnaround_hours',
      'The value must be a number of hours',
    ],
    ['code,name,fasting\nNA,Sodium,maybe', 2, 'fasting', 'The value must be yes or no.'],
    ['code,name,category\nNA,Sodium,salt', 2, 'category', 'The value must be one of chemistry,'],
    ['code,name,kind,components\nNA,Sodium,test,K', 2, 'components', 'Only panels have components.'],
    [
      'code,name,question_1,question_1_type\nNA,Sodium,Why?,choice',
      2,
      'question_1_options',
      'A choice needs',
    ],
    [
      'code,name,question_1,question_2,question_2_code\nNA,Sodium,A?,B?,Q1',
      2,
      'question_2_code',
      'Two questions',
    ],
  ])('%j has an error in line %i', (content, line, column, message) => {
    const { errors } = readCatalogFile(content);
    expect(errors[0]).toMatchObject({ line, column });
    expect(errors[0]!.message).toContain(message);
  });

  it('reads questions with their codes, types and answers', () => {
    const { tests, errors } = readCatalogFile(
      'code,name,question_1,question_1_code,question_1_required,question_2,question_2_options\n' +
        'DRUG,Drug screen,Last dose?,LD,yes,Route?,oral|intravenous',
    );
    expect(errors).toEqual([]);
    expect(tests[0]!.values.questions).toEqual([
      {
        id: 'LD',
        code: 'LD',
        text: 'Last dose?',
        type: 'text',
        required: true,
        options: [],
        max_length: null,
      },
      {
        id: 'Q2',
        code: 'Q2',
        text: 'Route?',
        type: 'choice',
        required: false,
        options: ['oral', 'intravenous'],
        max_length: null,
      },
    ]);
  });

  it('has every column in the documentation', () => {
    const text = readFileSync('docs/laboratories.md', 'utf8');
    const columns = Object.keys({ ...IMPORT_COLUMNS, ...QUESTION_COLUMNS });
    expect(columns.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it('reads the template, which has every column', () => {
    const { tests, errors, ignoredColumns } = readCatalogFile(IMPORT_TEMPLATE);
    expect({ errors, ignoredColumns }).toEqual({ errors: [], ignoredColumns: [] });
    expect(tests.map(({ code }) => code)).toEqual(['NA', 'LYTES']);
    expect(IMPORT_TEMPLATE.split('\r\n')[0]!.split(',')).toEqual(
      Object.keys({ ...IMPORT_COLUMNS, ...QUESTION_COLUMNS }),
    );
  });

  it('names columns it does not know', () => {
    expect(readCatalogFile('code,name,price,question_11\nNA,Sodium,3,x').ignoredColumns).toEqual([
      'price',
      'question_11',
    ]);
  });
});

describe('catalog import', () => {
  it('adds, changes and keeps tests, and leaves what the file does not mention', () => {
    const known = [row('NA', { unit: 'mmol/L', turnaroundHours: 4 }), row('K'), row('CL', { active: false })];
    const found = presentPlan(plan('code,name,turnaround_hours\nNA,Sodium,6\nK,Test K,\nFE,Iron,24', known));
    expect(found.added).toEqual([{ code: 'FE', name: 'Iron' }]);
    expect(found.changed).toEqual([
      {
        code: 'NA',
        name: 'Test NA',
        changes: [
          { field: 'name', from: 'Test NA', to: 'Sodium' },
          { field: 'turnaround_hours', from: '4', to: '6' },
        ],
      },
    ]);
    expect(found.counts).toEqual({ added: 1, changed: 1, deactivated: 0, unchanged: 1, errors: 0 });
    expect(plan('code,turnaround_hours\nNA,6', known).changed[0]!.values).toMatchObject({
      name: 'Test NA',
      unit: 'mmol/L',
      turnaroundHours: 6,
    });
  });

  it('removes a value whose cell is empty', () => {
    expect(plan('code,unit\nNA,', [row('NA', { unit: 'g' })]).changed[0]!.values.unit).toBeNull();
  });

  it('deactivates missing tests only when asked to, and activates a test that is in the file again', () => {
    const known = [row('NA'), row('K'), row('CL', { active: false })];
    expect(plan('code\nNA', known).deactivated).toEqual([]);
    expect(plan('code\nNA', known, true).deactivated.map(({ code }) => code)).toEqual(['K']);
    expect(presentPlan(plan('code\nCL', known)).changed[0]!.changes).toEqual([
      { field: 'active', from: 'no', to: 'yes' },
    ]);
  });

  it('finds the tests of a panel in the file and in the catalog, and rejects others', () => {
    const known = [row('NA')];
    const { added, errors } = plan('code,name,components\nBMP,Basic panel,NA|K\nK,Potassium,', known);
    expect(errors).toEqual([]);
    const panel = added.find(({ code }) => code === 'BMP')!;
    expect(panel.values).toMatchObject({ kind: 'panel' });
    expect(panel.values.components.map(({ name }) => name)).toEqual(['Test NA', 'Potassium']);
    expect(plan('code,name,components\nBMP,Basic panel,XX', known).errors).toEqual([
      { line: 2, column: 'components', message: 'The laboratory has no test with the code XX.' },
    ]);
  });

  it('changes a panel whose test has another code but the same name, or another LOINC or unit', () => {
    const [blood, urine] = [row('GLU-S', { name: 'Glucose' }), row('GLU-U', { name: 'Glucose' })];
    const made = plan('code,name,components\nPAN,Panel,GLU-S', [blood, urine]).added[0]!;
    const known = [blood, urine, row('PAN', { ...made.values, id: made.id })];
    expect(plan('code,name,components\nPAN,Panel,GLU-S', known).changed).toEqual([]);
    const other = presentPlan(plan('code,name,components\nPAN,Panel,GLU-U', known));
    expect(other.changed[0]!.changes).toEqual([
      { field: 'components', from: 'GLU-S Glucose', to: 'GLU-U Glucose' },
    ]);
    const renamed = presentPlan(plan('code,loinc,components\nGLU-S,2345-7,\nPAN,,GLU-S', known));
    expect(renamed.changed.map(({ code }) => code)).toEqual(['GLU-S', 'PAN']);
    expect(other.digest).not.toBe(presentPlan(plan('code,components\nPAN,GLU-S', known)).digest);
  });

  it('rejects a new test without a name', () => {
    expect(plan('code,unit\nNA,g').errors).toEqual([
      { line: 2, column: 'name', message: 'The test is new and has no name.' },
    ]);
  });

  it('has a digest that changes with the catalog', () => {
    const digest = (known: TestRow[]) => presentPlan(plan('code,name\nNA,Sodium', known)).digest;
    expect(digest([row('NA')])).toBe(digest([row('NA')]));
    expect(digest([row('NA', { name: 'Natrium' })])).not.toBe(digest([row('NA')]));
    expect(digest([])).not.toBe(digest([row('NA')]));
  });
});
