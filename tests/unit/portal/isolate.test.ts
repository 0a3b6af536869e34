import { expect, it } from 'vitest';
import { isolate, isolateFile } from '../../../components/format/isolate';
import { patientLine } from '../../../components/patients/patient-view';

const FSI = '\u2068';
const PDI = '\u2069';

it.each([
  ['Canary, Jane', 'Canary, Jane'],
  ['Ångström 5 µg/l, 日本', 'Ångström 5 µg/l, 日本'],
  ['حداد', `${FSI}حداد${PDI}`],
  ['שלום 11', `${FSI}שלום 11${PDI}`],
  ['𞤀𞤁', `${FSI}𞤀𞤁${PDI}`],
  ['invoice\u202efdp.exe', `${FSI}invoicefdp.exe${PDI}`],
  ['out\u2069 of it\u2029', `${FSI}out of it${PDI}`],
])('isolates %j in a sentence as %j', (given, shown) => {
  expect(isolate(given)).toBe(shown);
});

it('keeps the file extension at the end of its name', () => {
  expect(isolateFile('تقرير 11.txt')).toBe('\u2066تقرير 11.txt\u2069');
  expect(isolateFile('report.txt')).toBe('report.txt');
});

it('keeps the order of patient data for any name', () => {
  const line = (family: string, given: string) =>
    patientLine({ name: { family, given: [given] } as never, birth_date: '1945-07-14', mrn: '129 728' });
  expect(line('Canary', 'Jane')).toBe('CANARY, Jane, born 14-Jul-1945, MRN 129 728');
  expect(line('حداد', 'سمير')).toBe(`${FSI}حداد, سمير${PDI}, born 14-Jul-1945, MRN 129 728`);
});
