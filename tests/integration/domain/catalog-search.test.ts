import { beforeAll, describe, expect, it } from 'vitest';
import { addFavoriteTest } from '../../../server/domain/catalog/add-favorite-test';
import { catalogList, listCatalogInput } from '../../../server/domain/catalog/contract';
import { listCatalog } from '../../../server/domain/catalog/list-catalog';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import { catalogEntries } from '../../../server/demo/catalog-data';
import type { Context } from '../../../server/shared/context';
import { asSuperuser, keyContext, personContext, testOrg } from '../../support/database';
import { nightly } from '../../support/test-size';

/** The search of a large catalog: what is found, in which order, and by which name. */

let clinician: Context;
let orgId: string;
const search = (q: string, more: object = {}, ctx = clinician) =>
  listCatalog(ctx, listCatalogInput.parse({ q, sort: 'match', lab_id: 'example-lab', limit: 12, ...more }));
const codes = async (q: string, more: object = {}) => (await search(q, more)).data.map(({ code }) => code);

beforeAll(async () => {
  const org = await testOrg();
  ({ orgId } = org);
  await upsertCatalog(org.ctx, await catalogEntries());
  clinician = await personContext(org, 'clinician');
  const addTest = `INSERT INTO catalog_tests (org_id, id, code, name, kind, category, lab_id, lab_name, created_at, updated_at)`;
  // Names before that of potassium that contain its letter.
  await asSuperuser(
    `${addTest} SELECT $1::uuid, uuidv7(), 'X' || n, 'Alkaloid ' || n, 'test', 'chemistry', 'example-lab', 'Example Laboratory', now(), now()
     FROM generate_series(1, 2000) n`,
    [orgId],
  );
  await asSuperuser(
    `${addTest} SELECT $1::uuid, uuidv7(), code, name, 'test', 'chemistry', 'plain', 'Without LOINC', now(), now()
     FROM (VALUES ('1', 'Free T4'), ('2', 'Calcidiol (25-OH-D)'), ('3', 'Parathyroid hormone'), ('4', 'CK-MB'),
       ('5', 'D-Dimer'), ('TSH', 'Thyrotropin'), ('7', 'Total T4x'), ('8', 'Basic metabolic panel'), ('9', 'BNP')) made (code, name)`,
    [orgId],
  );
});

describe('a search of the catalog', () => {
  it.each([
    // The whole code before all other matches.
    ['k', 'K'],
    ['Pth', 'PTH'],
    // The start of a code, of a name, of a word.
    ['cre', 'CREA'],
    ['potas', 'K'],
    ['alkaline', 'ALP'],
    ['cholesterol', 'CHOL'],
    ['iron', 'FE'],
    ['bicarb', 'CO2'],
    ['total prot', 'TP'],
    ['vit d', 'VITD'],
    ['free t4', 'FT4'],
    ['2823-3', 'K'],
    // The most common test of a common name.
    ['thyroid', 'TSH'],
    ['thyro', 'TSH'],
    ['kidney', 'CREA'],
    ['clotting', 'PT'],
    ['h&h', 'HH'],
    ['u/a', 'UA'],
    ['lft', 'CMP'],
    ['sed rate', 'ESR'],
  ])('for “%s” has the test %s first', async (q, first) => {
    expect((await codes(q))[0]).toBe(first);
  });

  it.each([
    ['thyroid', ['FT3', 'FT4', 'TSH']],
    ['Thyroid function', ['FT3', 'FT4', 'TSH']],
    ['sugar', ['GLU', 'GLUF', 'A1C']],
    ['kidney', ['BMP', 'BUN', 'CREA']],
    ['liver tests', ['ALT', 'AST', 'GGT']],
    ['blood count', ['CBC']],
    ['clotting', ['FIB', 'INR', 'PT', 'APTT']],
    ['pregnancy', ['HCG']],
    ['inflammation', ['CRP', 'ESR']],
    ['iron', ['FE', 'FERR', 'TIBC']],
    ['cholesterol', ['CHOL', 'HDL', 'LIPID']],
    ['urine', ['URCX', 'UA', 'UAM']],
    ['lft', ['ALT']],
    ['coag', ['PT']],
    ['coags', ['FIB', 'INR', 'PT']],
    ['lytes', ['K', 'NA', 'CL', 'CO2', 'BMP']],
    ['chem 7', ['BMP']],
    ['bmp', ['BMP']],
    ['cmp', ['CMP']],
    ['h&h', ['HGB', 'HCT']],
    ['a1c', ['A1C']],
    ['pt inr', ['PT', 'INR']],
    ['pt/inr', ['PT', 'INR']],
    ['uti', ['UA', 'URCX']],
    ['full blood count', ['CBC']],
    ['iron studies', ['FE', 'FERR', 'TIBC']],
    ['u&e', ['BMP', 'NA', 'K', 'BUN', 'CREA']],
  ])('for “%s” finds %j', async (q, expected) => {
    expect(await codes(q)).toEqual(expect.arrayContaining(expected));
  });

  it.each(['function', 'panel of tests', 'tf', 'thyroid kidney', '%', "'", '(', 'no such test'])(
    'for “%s” finds no test by a common name',
    async (q) => {
      const named = (await search(q)).data.filter(({ similar }) => !similar);
      expect(named.map(({ code }) => code)).not.toContain('TSH');
    },
  );

  it('finds tests without LOINC by words of their names', async () => {
    const plain = (q: string) => codes(q, { lab_id: 'plain' });
    // A match within a word, as of "thyroid" in "parathyroid", is the last.
    expect(await plain('thyroid')).toEqual(['1', 'TSH', '3']);
    expect(await plain('vitamin d')).toEqual(['2']);
    expect(await plain('heart')).toEqual(['9', '4']);
    expect(await plain('heart attack')).toEqual(['4']);
    expect(await plain('heart failure')).toEqual(['9']);
    expect(await plain('clotting')).toEqual(['5']);
    expect(await plain('chem 7')).toEqual(['8']);
  });

  it('names the synonym or common name that matches, unless the name or a code does', async () => {
    const foundBy = async (q: string) =>
      Object.fromEntries((await search(q)).data.map((test) => [test.code, test.found_by]));
    expect(await foundBy('thyroid')).toEqual({ TSH: 'thyroid', FT4: 'thyroid', FT3: 'thyroid' });
    expect(await foundBy('renal')).toMatchObject({ CREA: 'renal' });
    expect(await foundBy('bicarbonate')).toMatchObject({ CO2: 'Bicarbonate' });
    expect(await foundBy('sgpt')).toEqual({ ALT: 'SGPT' });
    const iron = await foundBy('iron');
    expect(iron).toMatchObject({ FERR: 'iron', TIBC: 'iron' });
    expect(iron.FE).toBeUndefined();
    expect((await foundBy('vit d')).VITD).toBeUndefined();
    expect((await foundBy('tsh')).TSH).toBeUndefined();
    expect((await search('tsh')).data[0]).not.toHaveProperty('similar');
    // A name is not of other tests that share a word or a group with it.
    expect(Object.keys(await foundBy('sed rate'))).toEqual(['ESR']);
    expect(Object.keys(await foundBy('h&h')).toSorted()).toEqual(['HCT', 'HGB', 'HH']);
    expect(await foundBy('anemia')).not.toHaveProperty('A1C');
    const page = await search('thyroid');
    expect(catalogList.parse(page)).toEqual(page);
  });

  it.each([
    ['potasium', 'K'],
    ['creatnine', 'CREA'],
    ['hemoglobni', 'HGB'],
    ['thyriod', 'TSH'],
    ['kidnye function', 'CREA'],
    ['cholestrol total', 'CHOL'],
    // No test has all words.
    ['cbc diff', 'CBC'],
  ])('for “%s”, with one typing error or word too many, has the test %s first', async (q, first) => {
    const [test] = (await search(q)).data;
    expect(test).toMatchObject({ code: first, similar: true });
  });

  it('finds all tests that a word with a typing error may mean', async () => {
    expect(await codes('creatnine')).toEqual(['CREA', 'CK']);
  });

  it('corrects nothing that is short, found, or sent by a program', nightly, async () => {
    for (const q of ['tzh', 'potzzium', 'zzzz', 'lyme']) expect(await codes(q), q).toEqual([]);
    expect(await codes('alkaloid')).toHaveLength(12);
    expect((await search('potasium', {}, keyContext(orgId))).data).toEqual([]);
    const page = await search('alkalioid', { limit: 5, include: 'total_count' });
    expect(page.total_count).toBe(2000);
    const next = await search('alkalioid', { limit: 5, cursor: page.next_cursor });
    expect(next.data.map(({ name }) => name)).toEqual(
      (await search('alkaloid', { limit: 10 })).data.slice(5).map(({ name }) => name),
    );
  });

  it('has favorites of the user before other matches and after a whole code', async () => {
    const [ferritin] = (await search('FERR')).data;
    await addFavoriteTest(clinician, { id: ferritin!.id });
    expect((await codes('fe'))[0]).toBe('FE');
    expect((await codes('irony chariot'))[0]).toBeUndefined();
    expect((await codes('iro'))[0]).toBe('FERR');
    const key = await search('iro', {}, keyContext(orgId));
    expect(key.data[0]!.code).toBe('FE');
  });

  it('pages without gaps, with the same tests as by name', nightly, async () => {
    const whole = await search('al', { limit: 100, category: 'chemistry', kind: 'test' });
    const walked: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await search('l', { limit: 100, include: 'total_count', ...(cursor ? { cursor } : {}) });
      walked.push(...page.data.map(({ code }) => code));
      cursor = page.next_cursor;
      if (!cursor) expect(page.total_count).toBe(walked.length);
    } while (cursor);
    expect(new Set(walked).size).toBe(walked.length);
    expect(whole.data[0]!.code).toBe('ALB');
    const named: string[] = [];
    do {
      const input = { limit: 100, sort: 'name', ...(cursor ? { cursor } : {}) };
      const page = await search('l', input);
      named.push(...page.data.map(({ code }) => code));
      cursor = page.next_cursor;
    } while (cursor);
    expect(named.toSorted()).toEqual(walked.toSorted());
  });
});
