import { describe, expect, it } from 'vitest';
import {
  fits,
  isNamed,
  paletteOptions,
  palettePages,
  readVerb,
  type PaletteOrder,
} from '@/components/shell/palette/palette-options';
import { ADMIN_PLACES, AUDIT_PLACES } from '@/components/shell/section-places';
import { placesOf } from '@/components/shell/places';
import { abilitiesOf } from '../../../server/shared/scopes';

/** The options of the search for what is typed. */

const patient = (family: string, extra: object = {}) => ({
  id: `pat_${family}`,
  name: { family, given: ['Ada'], prefix: null, suffix: null, use: null },
  birth_date: '1958-03-12',
  sex: 'female' as const,
  mrn: 'A1',
  deceased_at: null,
  restricted: false,
  ...extra,
});
const PAGES = [
  { href: '/inbox', label: 'Inbox' },
  { href: '/admin/api-keys', label: 'API keys' },
];
const options = (text: string, extra: Partial<Parameters<typeof paletteOptions>[0]> = {}) =>
  paletteOptions({
    text,
    may: abilitiesOf('clinician'),
    patients: [],
    hasMore: false,
    current: undefined,
    pages: PAGES,
    ...extra,
  });
const labels = (...given: Parameters<typeof options>) =>
  options(...given).map(({ group, label }) => `${group}: ${label}`);

describe('options of the search', () => {
  it('are those viewed recently, the chart’s actions and the pages before anything is typed', () => {
    const okafor = patient('Okafor');
    expect(labels('', { patients: [okafor, patient('Ng')], current: okafor })).toEqual([
      'Recently viewed: OKAFOR, Ada',
      'Recently viewed: NG, Ada',
      'Actions: Order tests for OKAFOR, Ada',
      'Actions: Upload documents for OKAFOR, Ada',
      'Actions: New patient',
      'Actions: Upload documents',
      'Pages: Inbox',
      'Pages: API keys',
    ]);
  });

  it('are patients first, then similar names, then what can be done for the best match', () => {
    const patients = [
      { ...patient('Okafor'), near: false },
      { ...patient('Okafur'), near: true },
    ];
    expect(labels('okafo', { patients, hasMore: true })).toEqual([
      'Patients: OKAFOR, Ada',
      'Patients: All matches for “okafo”',
      'Similar names: OKAFUR, Ada',
      'Actions: Order tests for OKAFOR, Ada',
      'Actions: Upload documents for OKAFOR, Ada',
    ]);
  });

  it('offer no action for a patient whose name is only similar', () => {
    expect(labels('okafar', { patients: [{ ...patient('Okafor'), near: true }] })).toEqual([
      'Similar names: OKAFOR, Ada',
    ]);
  });

  it('offer a new patient if nothing matches, to those who may create one', () => {
    const none = { patients: [], isNone: true };
    const may = abilitiesOf('front_desk');
    expect(labels('okafar', { ...none, may })).toEqual(['Actions: New patient “okafar”']);
    expect(options('okafar 1958', { ...none, may })[0]!.href).toBe('/patients/new?q=okafar+1958');
    expect(labels('api keys', { ...none, may })).toEqual(['Pages: API keys']);
    expect(labels('okafar', { ...none, may: abilitiesOf('viewer') })).toEqual([]);
    expect(labels('okafar', { patients: [], may })).toEqual([]);
  });

  it('offer an order first whose number was typed, and never a number as the name of a new patient', () => {
    const order = {
      id: 'ord_1',
      patient_id: 'pat_1',
      order_number: '91418707245',
      items: [{ name: 'TSH' }, { name: 'Glucose' }],
    } as PaletteOrder;
    const text = '91418707245';
    const [first] = options(text, { orders: [order], patients: [patient('Okafor')] });
    expect(first).toMatchObject({
      label: 'Order 91418707245: TSH, Glucose',
      href: '/patients/pat_1/orders/ord_1',
    });
    const [ofLab] = options('l26-1', { orders: [{ ...order, lab_number: 'L26-1' }] });
    expect(ofLab).toMatchObject({ label: 'Order 91418707245, lab number L26-1: TSH, Glucose' });
    const may = abilitiesOf('front_desk');
    for (const typed of [text, '9141-870 7245', '12', 'L26-809252'])
      expect(labels(typed, { patients: [], isNone: true, may }), typed).toEqual([]);
  });

  it('lead to the form when the text starts with an action', () => {
    const [first] = options('order tests for okaf', { patients: [{ ...patient('Okafor'), near: false }] });
    expect(first).toMatchObject({ group: 'Order tests for', href: '/patients/pat_Okafor/orders/new' });
    const [other] = options('upload to okaf', { patients: [{ ...patient('Okafor'), near: false }] });
    expect(other).toMatchObject({ href: '/patients/pat_Okafor/documents#upload' });
  });

  it('offer nothing to change to a viewer', () => {
    const current = patient('Okafor');
    expect(labels('', { may: abilitiesOf('viewer'), patients: [current], current })).toEqual([
      'Recently viewed: OKAFOR, Ada',
      'Pages: Inbox',
      'Pages: API keys',
    ]);
    expect(readVerb('order for okaf', abilitiesOf('viewer'))).toEqual({
      verb: 'open',
      words: 'order for okaf',
    });
  });

  it('offer uploads, but no orders, to the front desk', () => {
    const current = patient('Okafor');
    expect(labels('', { may: abilitiesOf('front_desk'), patients: [current], current })).toEqual([
      'Recently viewed: OKAFOR, Ada',
      'Actions: Upload documents for OKAFOR, Ada',
      'Actions: New patient',
      'Actions: Upload documents',
      'Pages: Inbox',
      'Pages: API keys',
    ]);
    expect(readVerb('order for okaf', abilitiesOf('front_desk')).verb).toBe('open');
  });

  it.each([
    ['dark', ['Actions: Theme: Dark']],
    ['theme hi', ['Actions: Theme: High contrast']],
    // The start of a name such as Cohen.
    ['co', []],
    ['keys api', ['Pages: API keys']],
    ['new pat', ['Actions: New patient']],
    ['zzz', []],
  ])('for %s', (text, found) => expect(labels(text)).toEqual(found));
});

describe('readVerb', () => {
  it.each([
    ['order tests for okafor', 'order', 'okafor'],
    ['Order tests okafor 1958', 'order', 'okafor 1958'],
    ['upload other', 'open', 'upload other'],
    ['order john', 'open', 'order john'],
    ['upload documents to okafor', 'upload', 'okafor'],
    ['order', 'open', 'order'],
    ['ordersen', 'open', 'ordersen'],
  ])('%s', (text, verb, words) => expect(readVerb(text, abilitiesOf('clinician'))).toEqual({ verb, words }));
});

describe('pages', () => {
  const found = (text: string, role: 'admin' | 'auditor' | 'clinician') => {
    const may = abilitiesOf(role);
    const pages = palettePages(text, placesOf(role, null), may);
    return options(text, { may, pages }).flatMap(({ href }) => href ?? []);
  };

  it.each(ADMIN_PLACES)('of the administration are found by their titles: $label', ({ href, label }) => {
    expect(found(label.toLowerCase(), 'admin').filter((one) => one === href)).toHaveLength(1);
    expect(found(label, 'clinician')).not.toContain(href);
  });

  it.each(AUDIT_PLACES)('of the audit are found by auditors: $label', ({ href, label }) => {
    expect(found(label, 'auditor').filter((one) => one === href)).toHaveLength(1);
  });

  it('include order sets and the overview of administration', () => {
    expect(found('order sets', 'clinician')).toEqual(['/orders/sets']);
    expect(found('overview', 'admin')).toEqual(['/admin']);
    expect(found('admin', 'admin')).toEqual(['/admin']);
  });
});

describe('isNamed', () => {
  it.each([
    ['inbox', 'page--inbox', true],
    ['inb', 'page--inbox', false],
    ['theme dark', 'theme-dark', true],
    ['dark', 'theme-dark', false],
    ['okafor, ada', 'pat_Okafor', false],
  ])('%s, %s: %s', (text, id, named) => {
    const patients = [{ ...patient('Okafor'), near: false }];
    const option = options(text, { patients }).find((one) => one.id === id)!;
    expect(isNamed(option, text)).toBe(named);
  });
});

describe('fits', () => {
  it('compares the beginnings of words, without accents and in any order', () => {
    expect(fits('API keys', 'key')).toBe(true);
    expect(fits('Theme: High contrast', 'hígh th')).toBe(true);
    expect(fits('API keys', 'eys')).toBe(false);
  });
});
