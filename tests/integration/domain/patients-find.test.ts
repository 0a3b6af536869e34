import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../server/shared/context';
import { newRequestId, readId } from '../../../server/shared/ids';
import { findPatientsInput, listChartsInput } from '../../../server/domain/patients/contract';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { findPatients } from '../../../server/domain/patients/find-patients';
import { listCharts } from '../../../server/domain/patients/list-charts';
import { auditRows, keyContext, testOrg, type TestOrg } from '../../support/database';
import { add, all, type Facts } from './patients-search-support';
import { members } from './reviews-support';

/** Search as you type: what `q` of the list finds, and names with one typing error after it. */

const PEOPLE: Record<string, Facts> = {
  okafor: {
    family: 'Okafor',
    given: ['Adaeze', 'Ruth'],
    birth_date: '1958-03-12',
    mrn: 'A-4711',
    phone: '+1 555 419 3488',
  },
  okafur: { family: 'Okafur', given: ['Ben'] },
  kwame: { family: 'Mensah', given: ['Kwame'], birth_date: '2015-06-01' },
  kwabena: { family: 'Mensah', given: ['Kwabena'], birth_date: '1961-06-01' },
  obrien: { family: "O'Brien-Smith", given: ['Zoë'] },
  zimmermann: { family: 'Zimmermann', given: ['Jörg'] },
  fedorov: { family: 'Фёдоров', given: ['Андрей'] },
  marx: { family: 'Marx', given: ['Ida'] },
  longname: { family: 'Marxenbach', given: ['Ida'] },
  bruno: { family: 'Baker', given: ['Bruno'] },
  brennan: { family: 'Brennan', given: ['Ida'] },
};

let org: TestOrg;
let me: Context;
const names = new Map<string, string>();
const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });
const find = (q: string, extra: object = {}, ctx = me) =>
  findPatients(fresh(ctx), findPatientsInput.parse({ q, ...extra }));
/** Similar ones in brackets. */
const found = async (q: string) =>
  (await find(q)).data.map(({ id, near }) => (near ? `(${names.get(id)})` : names.get(id)));
/** All pages of the list. */
async function listed(q: string, limit = 25): Promise<(string | undefined)[]> {
  const rows: (string | undefined)[] = [];
  let cursor: string | undefined;
  do {
    const page = await listCharts(fresh(me), listChartsInput.parse({ q, limit, cursor }));
    rows.push(...page.data.map(({ id, near }) => (near ? `(${names.get(id)})` : names.get(id))));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return rows;
}

beforeAll(async () => {
  org = await testOrg();
  [me] = (await members(org, 'viewer')) as [Context];
  for (const [name, facts] of Object.entries(PEOPLE)) names.set((await add(org, facts)).id, name);
});

describe('search as you type', () => {
  it.each<[string, string[]]>([
    ['okaf', ['okafor', 'okafur']],
    ['okafor', ['okafor', '(okafur)']],
    ['adaeze okafor', ['okafor']],
    ['OKAFOR, Ruth', ['okafor']],
    ['okafar', ['(okafor)', '(okafur)']],
    ['okfor', ['(okafor)']],
    ['okaofr', ['(okafor)']],
    ['ikafor ruth', ['(okafor)']],
    ['okafar adaize', ['(okafor)']],
    ['zimermann', ['(zimmermann)']],
    ['zimmremann jorg', ['(zimmermann)']],
    ['obrein smith', ['(obrien)']],
    ['федаров', ['(fedorov)']],
    ['12 Mar 1958', ['okafor']],
    ['12.03.1958 okafor', ['okafor']],
    ['03/12/1958', ['okafor']],
    ['okafor mar 1958', ['okafor']],
    ['03/1958', ['okafor']],
    ['1958-03', ['okafor']],
    ['Mar 1958', ['okafor']],
    ['03/1959', []],
    ['a-471', ['okafor']],
    ['3488', ['okafor']],
    ['kwame 2015', ['kwame']],
    ['2015 mensah', ['kwame']],
    ['mensah 1961', ['kwabena']],
    ['mari', ['(marx)']],
    // Family names first.
    ['br', ['brennan', 'obrien', 'bruno']],
    ['bruno', ['bruno']],
    ['obr', ['obrien']],
    ['oka', ['okafor', 'okafur']],
    ['oke', []],
    ['okefar', []],
    ['zzqqxx', []],
  ])('%s', async (q, wanted) => expect(await found(q)).toEqual(wanted));

  it('finds the same on the page of patients, page by page', async () => {
    for (const q of ['okaf', 'okafar', 'okafor', 'zimermann', 'kwame 2015', 'oke'])
      expect(await listed(q), q).toEqual(await found(q));
    expect(await listed('okafor', 1)).toEqual(['okafor', '(okafur)']);
    expect(await listed('okafar', 1)).toEqual(['(okafor)', '(okafur)']);
  });

  it('leaves the list of /v1 exact', async () => {
    expect(await all(org, { q: 'okafar' })).toEqual([]);
    expect(await all(org, { q: 'kwame 2015' })).toEqual([]);
  });

  it('shows the best matches, and whether there are more', async () => {
    expect(await find('okaf', { limit: 1 })).toMatchObject({ data: [{ near: false }], has_more: true });
    expect(await find('okaf')).toMatchObject({ has_more: false });
  });

  it('records the patients shown, and not what was typed', async () => {
    const ctx = fresh(me);
    const { data } = await findPatients(ctx, findPatientsInput.parse({ q: 'okafar' }));
    const rows = await auditRows(ctx.requestId);
    expect(rows).toMatchObject([
      { action: 'find_patients', kind: 'list', patient_ids: data.map(({ id }) => readId('patient', id)) },
    ]);
    expect(JSON.stringify(rows)).not.toContain('okafar');
  });

  it('omits deleted patients and those of other organizations, also with a typing error', async () => {
    const other = await testOrg();
    const stranger = await add(other, { family: 'Quillfeldt', given: ['Ada'] });
    const [there] = (await members(other, 'admin')) as [Context];
    expect((await find('quillfeldt', {}, there)).data).toHaveLength(1);
    expect((await find('quilfeldt', {}, there)).data).toHaveLength(1);
    for (const q of ['quillfeldt', 'quilfeldt', 'quil']) expect((await find(q)).data).toEqual([]);
    await deletePatient(fresh(there), { id: stranger.id });
    for (const q of ['quillfeldt', 'quilfeldt']) expect((await find(q, {}, there)).data).toEqual([]);
  });

  it('is for signed-in users only', async () => {
    await expect(find('okafor', {}, keyContext(org.orgId))).rejects.toMatchObject({ code: 'forbidden' });
  });
});
