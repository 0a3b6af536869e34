import { IMPORT_COLUMNS, QUESTION_COLUMNS } from '@/server/domain/catalog/rules';

const columns = Object.keys({ ...IMPORT_COLUMNS, ...QUESTION_COLUMNS });

/** A test with a question, and a panel. */
const EXAMPLES: readonly Readonly<Record<string, string>>[] = [
  {
    code: 'NA',
    name: 'Sodium',
    kind: 'test',
    loinc: '2951-2',
    short_name: 'Na',
    category: 'chemistry',
    specimen: 'Serum',
    specimen_code: 'SER',
    container: 'Gold top',
    volume: '1 mL',
    unit: 'mmol/L',
    turnaround_hours: '4',
    fasting: 'no',
    question_1: 'Diuretic therapy?',
    question_1_code: 'DIUR',
    question_1_type: 'boolean',
    question_1_required: 'no',
  },
  {
    code: 'LYTES',
    name: 'Electrolytes',
    kind: 'panel',
    loinc: '24326-1',
    synonyms: 'Lytes|Ionogram',
    category: 'chemistry',
    specimen: 'Serum',
    components: 'NA',
    turnaround_hours: '4',
  },
];

/** A catalog file with every column and two examples. */
export const IMPORT_TEMPLATE = [
  columns.join(','),
  ...EXAMPLES.map((example) => columns.map((column) => example[column] ?? '').join(',')),
  '',
].join('\r\n');
