import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { searchWays } from '../../../server/domain/patients/match-patients';
import {
  createPatientInput,
  listPatientsInput,
  updatePatientInput,
} from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { asSuperuser, testOrg, type TestOrg } from '../../support/database';
import { add, all, page, type Facts } from './patients-search-support';
import { nightly } from '../../support/test-size';

/**
 * `q` of the patient list: which patients it finds, in which order, and that neither the limit nor paging hides the
 * best match.
 */

describe('patient search', () => {
  const PEOPLE: Record<string, Facts> = {
    obrien: { family: "O'Brien-Smith", given: ['Jané', 'Ann'], mrn: 'HX-12345', phone: '+1 555 419 3488' },
    dangelo: { family: 'D’Angelo', given: ['Zoë'], mrn: '77' },
    cruz: { family: 'de la Cruz García-López', given: ['María', 'José'] },
    dupont: { family: 'Dupont', given: ['Jean', 'Luc'], phone: '030 901820' },
    jeanluc: { family: 'Petit', given: ['Jean-Luc'] },
    strasse: { family: 'Straßer', given: ['Jörg'] },
    yildiz: { family: 'Yıldız', given: ['İpek', 'Işıl'] },
    nguyen: { family: 'Nguyễn', given: ['Đức', 'Anh'] },
    nfd: { family: 'Nguye\u0302\u0303n', given: ['Thi\u0323'] },
    li: { family: '李', given: ['明'] },
    kim: { family: '김', given: ['민준'] },
    sato: { family: 'さとう', given: ['がく'] },
    ahmad: { family: 'حداد', given: ['أحمد'] },
    fatima: { family: 'الزهراء', given: ['فاطمة'] },
    fedorov: { family: 'Фёдоров', given: ['Андрей'] },
    papa: { family: 'Παπαδόπουλος', given: ['Σωκράτης'] },
    nikos: { family: 'Νικοσταύρου', given: ['Ελένη'] },
    devi: { family: 'देवी', given: ['कमला'] },
    kamal: { family: 'राय', given: ['कमल'] },
    maiden: { family: 'Nowak', given: ['Eva'], other: ['Müller', 'Eva'] },
    born: { family: 'Born', given: ['Ida'], birth_date: '1980-04-03' },
    longest: { family: 'bin Ali bin Hassan al Farsi', given: ['Ahmed', 'bin', 'Mohammed', 'Abd', 'Rahman'] },
  };
  let org: TestOrg;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    org = await testOrg();
    for (const [name, facts] of Object.entries(PEOPLE)) ids.set((await add(org, facts)).id, name);
  });

  it.each<[q: string, found: string[]]>([
    ['obrien', ['obrien']],
    ["O'BRIEN", ['obrien']],
    ['o’brien-smith', ['obrien']],
    ['brien-smith', ['obrien']],
    ['smith jane', ['obrien']],
    ['ann smi obr', ['obrien']],
    ['dangelo', ['dangelo']],
    ["d'an zoe", ['dangelo']],
    ['DANGELO ZOË', ['dangelo']],
    ['delacruz', ['cruz']],
    ['de la cruz', ['cruz']],
    ['garcia lopez', ['cruz']],
    ['garcía-lópez maria-jose', ['cruz']],
    ['jean-luc', ['dupont', 'jeanluc']],
    ['jean luc', ['dupont', 'jeanluc']],
    ['jeanluc', ['dupont', 'jeanluc']],
    ['luc dupont', ['dupont']],
    ['strasser', ['strasse']],
    ['STRAẞER jorg', ['strasse']],
    ['yildiz ipek', ['yildiz']],
    ['YILDIZ', ['yildiz']],
    ['ışıl', ['yildiz']],
    ['nguyen', ['nguyen', 'nfd']],
    ['Nguyễn đ', ['nguyen']],
    ['Nguye\u0302\u0303n duc', ['nguyen']],
    ['nguyễn thị', ['nfd']],
    ['李明', ['li']],
    ['李 明', ['li']],
    ['明 李', ['li']],
    ['김민준', ['kim']],
    ['김민', ['kim']],
    ['김 민준'.normalize('NFD'), ['kim']],
    ['さとうがく', ['sato']],
    ['さとうかく', []],
    ['احمد', ['ahmad']],
    ['أحمد حداد', ['ahmad']],
    ['فاطمه', ['fatima']],
    ['федоров', ['fedorov']],
    ['АНДРЕИ', ['fedorov']],
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ', ['papa']],
    ['ΠΑΠΑΣ', []],
    ['παπ σωκ', ['papa']],
    ['ΝΙΚΟΣ', ['nikos']],
    ['कमला', ['devi']],
    ['कमल', ['devi', 'kamal']],
    ['muller eva', ['maiden']],
    ['nowak', ['maiden']],
    ['03/04/1980', ['born']],
    ['04/03/1980', ['born']],
    ['born 1980-04-03', ['born']],
    ['1980-04-04', []],
    ['hx-12345', ['obrien']],
    ['hx12', ['obrien']],
    ['77', ['dangelo']],
    ['3488', ['obrien']],
    ['555 419 3488', ['obrien']],
    ['+1 (555) 419-3488 jane', ['obrien']],
    ['001 555 419 3488', ['obrien']],
    ['419', []],
    ['030 901820', ['dupont']],
    ['ahmed bin mohammed abd rahman bin ali bin hassan al farsi', ['longest']],
    ['ahmed bin mohammed abd rahman bin ali bin hassan al farsi nowak', []],
    ['smith otto', []],
    ['smithe', []],
    ['obrien -', ['obrien']],
    ['--', []],
    ['%_', []],
    ["' or 1=1 --", []],
  ])('%s', async (q, found) => {
    expect((await all(org, { q })).map(({ id }) => ids.get(id)).sort()).toEqual([...found].sort());
  });

  it('rejects one character, blanks, more than 16 words, and a sort together with a query', async () => {
    for (const q of ['a', '  ', ' a ', '李'])
      expect(listPatientsInput.safeParse({ q }).success, q).toBe(false);
    const words = 'abcdefghijklmnopq'.split('').join(' ');
    await expect(page(org, { q: words })).rejects.toMatchObject({
      code: 'invalid_parameter',
      extras: { errors: [{ parameter: 'q', code: 'too_long' }] },
    });
    await expect(page(org, { q: 'smith', sort: 'family' })).rejects.toMatchObject({
      code: 'invalid_parameter',
      extras: { errors: [{ parameter: 'sort' }] },
    });
  });

  it('filters by a complete current email address in any case, and never finds it by q', async () => {
    const other = await testOrg();
    const { id } = await add(other, { family: 'Mail', given: ['E'] });
    const set = (value: string) =>
      updatePatient(other.ctx, updatePatientInput.parse({ id, emails: [{ value, use: 'home' }] }));
    const by = async (query: object) => (await all(other, query)).length;
    await set('Eva.Mail@Example.org');
    expect(await by({ email: 'eva.mail@EXAMPLE.org' })).toBe(1);
    for (const email of ['eva.mail@example', 'mail@example.org', 'eva_mail@example.org'])
      expect(await by({ email }), email).toBe(0);
    expect(await by({ q: 'eva.mail@example.org' })).toBe(0);
    await set('new@example.org');
    expect(await by({ email: 'eva.mail@example.org' })).toBe(0);
    expect(await by({ email: 'new@example.org' })).toBe(1);
  });

  it('filters by given name among given names only, and ignores words without letters', async () => {
    const by = async (query: object) => (await all(org, query)).map(({ id }) => ids.get(id)).sort();
    expect(await by({ given: 'jean' })).toEqual(['dupont', 'jeanluc']);
    expect(await by({ given: 'luc' })).toEqual(['dupont', 'jeanluc']);
    expect(await by({ given: 'Dupont' })).toEqual([]);
    expect(await by({ given: 'maria jose' })).toEqual(['cruz']);
    expect(await by({ family: 'obrien smith' })).toEqual([]);
    expect(await by({ family: "o'brien s" })).toEqual(['obrien']);
    for (const query of [{ given: '--' }, { family: '…' }]) expect(await by(query)).toEqual([]);
    expect(listPatientsInput.safeParse({ phone: '+12 3' }).success).toBe(false);
  });
});

describe('order of search results', () => {
  it('is exact MRN, exact name, name prefix, identifier, phone', async () => {
    const org = await testOrg();
    const made = [
      await add(org, { family: 'Zett', given: ['A'], mrn: '4711' }),
      await add(org, { family: '4711', given: ['B'] }),
      await add(org, { family: 'Aaa', given: ['C'], mrn: '47110' }),
      await createPatient(
        org.ctx,
        createPatientInput.parse({
          name: { family: 'Aaa', given: ['D'] },
          birth_date: '1970-01-01',
          sex: 'other',
          identifiers: [{ system: 'urn:x', value: '4711-9', type: 'other' }],
        }),
      ),
      await add(org, { family: 'Aaa', given: ['E'], phone: '+49 30 1234711' }),
    ];
    expect((await all(org, { q: '4711' })).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  });

  it('follows the weakest word', async () => {
    const org = await testOrg();
    await add(org, { family: 'Kow', given: ['Annabel'] });
    await add(org, { family: 'Kowalska', given: ['Anna'] });
    const whole = await add(org, { family: 'Kow', given: ['Zoe', 'Anna'] });
    expect((await all(org, { q: 'anna kow' })).map(({ id }) => id).indexOf(whole.id)).toBe(0);
  });

  it.each([
    ['a rare word', searchWays.rare],
    ['common words', 2],
  ])(
    'keeps exact matches of %s before the cap, reports that there are more, and filters before the cap',
    nightly,
    async (_, rare) => {
      const usual = searchWays.rare;
      searchWays.rare = rare;
      onTestFinished(() => void (searchWays.rare = usual));
      const org = await testOrg();
      const first = await add(org, { family: 'Hannahan', given: ['First'] });
      // 3,000 with a similar family name, inserted as rows, because the operation would be slow.
      const like = `SELECT org_id, gen_random_uuid(), created_at, updated_at, created_by, 'copy-' || n, name, family_key, given_key,
        birth_date, sex FROM patients, generate_series(1, 3000) n WHERE org_id = $1`;
      await asSuperuser(
        `INSERT INTO patients (org_id, id, created_at, updated_at, created_by, mrn, name, family_key, given_key, birth_date, sex) ${like}`,
        [org.orgId],
      );
      await asSuperuser(
        `INSERT INTO patient_tokens (org_id, patient_id, token, kind) SELECT org_id, id, family_key, 'name' FROM patients
        WHERE org_id = $1 AND mrn LIKE 'copy-%'`,
        [org.orgId],
      );
      for (const table of ['patients', 'patient_tokens']) await asSuperuser(`ANALYZE ${table}`);
      const meant = await add(org, { family: 'Hanna', given: ['Last'], sex: 'female' });
      const byNumber = await add(org, { family: 'Zz', given: ['Number'], mrn: 'HANN' });

      const found = await page(org, { q: 'hanna', limit: 5, include: 'total_count' });
      expect(found.data[0]!.id).toBe(meant.id);
      expect(found).toMatchObject({ has_more: true, total_count: 500, total_count_capped: true });
      expect((await page(org, { q: 'hann', limit: 5 })).data[0]!.id).toBe(byNumber.id);
      const walked = (await all(org, { q: 'hanna' })).map(({ id }) => id);
      expect(walked).toHaveLength(500);
      expect(new Set(walked).size).toBe(500);
      expect(await page(org, { q: 'hanna', sex: 'female', include: 'total_count' })).toMatchObject({
        data: [{ id: meant.id }],
        total_count: 1,
        has_more: false,
      });
      expect(
        (await page(org, { q: 'hanna', birth_date: '1970-01-01', external_id: 'unknown' })).data,
      ).toHaveLength(0);
      expect((await page(org, { q: 'hannahan first' })).data.map(({ id }) => id)).toEqual([first.id]);
    },
  );

  it('counts people and not their names, so that many similar names hide no one', async () => {
    const org = await testOrg();
    await add(org, { family: 'Pattern', given: ['A'] });
    // Inserted as rows: 2,000 patients, each with eight names that start with the word.
    await asSuperuser(
      `WITH made AS (INSERT INTO patients (org_id, id, created_at, updated_at, created_by, mrn, name, family_key, given_key, birth_date, sex)
         SELECT org_id, gen_random_uuid(), created_at, updated_at, created_by, 'many-' || n, name, family_key, given_key, birth_date, sex
         FROM patients, generate_series(1, 2000) n WHERE org_id = $1 RETURNING org_id, id, mrn)
       INSERT INTO patient_tokens (org_id, patient_id, token, kind)
       SELECT org_id, id, 'zza' || substr(mrn, 6) || chr(96 + k), 'name' FROM made, generate_series(1, 8) k`,
      [org.orgId],
    );
    expect(await page(org, { q: 'zza', include: 'total_count' })).toMatchObject({
      total_count: 500,
      total_count_capped: true,
    });
    expect(new Set((await all(org, { q: 'zza' })).map(({ id }) => id)).size).toBe(500);
    // The number 1, and 110 numbers that start with it: below the limit, so all are found.
    expect(await page(org, { q: 'zza11', include: 'total_count' })).toMatchObject({ total_count: 111 });
  });

  it('pages without skipping or repeating while patients come and go', async () => {
    const org = await testOrg();
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) {
      ids.push((await add(org, { family: `Same${n % 3}`, given: ['X'.repeat((n % 4) + 1)] })).id);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, next_cursor } = await page(org, { q: 'same', limit: 5, cursor });
      seen.push(...data.map(({ id }) => id));
      cursor = next_cursor ?? undefined;
      // One patient is added at the start of the order, and one that was already returned is deleted.
      await add(org, { family: 'Same', given: ['A'] });
      await deletePatient(org.ctx, { id: seen[0]! }).catch(() => undefined);
    } while (cursor);
    expect(seen.filter((id) => ids.includes(id)).sort()).toEqual([...ids].sort());
    expect(new Set(seen).size).toBe(seen.length);
  });
});
