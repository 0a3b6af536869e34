/** The options of the search: orders by number, patients, actions and pages for what is typed. */
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import type { FoundPatients } from '@/server/domain/patients/contract';
import { mayBeLabNumber } from '@/server/domain/lab-orders/rules';
import { THEMES, type Theme } from '@/server/domain/display-settings/rules';
import { THEME_LABELS } from '../../account/theme-words';
import type { Abilities } from '@/server/shared/scopes';
import { formatShortName } from '../../format/names';
import { ACCOUNT_PLACES, ADMIN_PLACES, ADMIN_START, AUDIT_PLACES } from '../section-places';

type May = Pick<Abilities, 'mayOrder' | 'mayFileDocuments' | 'mayEditPatients'>;
type PalettePatient = Omit<FoundPatients['data'][number], 'near'>;

export interface PaletteOption {
  id: string;
  group: string;
  /** Of actions and pages. */
  label: string;
  patient?: PalettePatient;
  href?: string;
  theme?: Theme;
}

export interface PalettePlace {
  href: string;
  label: string;
}

/** An order whose number was typed. */
export type PaletteOrder = Pick<LabOrder, 'id' | 'patient_id' | 'order_number' | 'items'> & {
  /** The laboratory’s number that was typed. */
  lab_number?: string | null;
};

/** The purpose of the patient search: to open a chart, or to act on one of the patients. */
export type Verb = 'open' | 'order' | 'upload';

/** The first word alone could be a name. */
const VERBS: readonly [Verb, RegExp][] = [
  ['order', /^order\s+(?:tests?(?:\s+for)?|for)\s+(?=\S)/i],
  ['upload', /^upload\s+(?:documents?(?:\s+(?:for|to))?|for|to)\s+(?=\S)/i],
];

/** `order tests for okafor` → order, `okafor`. */
export function readVerb(text: string, may: May): { verb: Verb; words: string } {
  const words = text.trim();
  const [verb, pattern] = VERBS.find(([name, one]) => mayDo(name, may) && one.test(words)) ?? ['open', null];
  return { verb, words: pattern ? words.replace(pattern, '') : words };
}

const mayDo = (verb: Verb, { mayOrder, mayFileDocuments }: May): boolean =>
  ({ open: true, order: mayOrder, upload: mayFileDocuments })[verb];

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string): string[] =>
  fold(text)
    .trim()
    .split(/[^\p{L}\p{N}]+/u);

/** Every word of the text starts a word of the label, in any order. */
export function fits(label: string, text: string): boolean {
  const words = wordsOf(label);
  const typed = wordsOf(text).filter(Boolean);
  return typed.length > 0 && typed.every((start) => words.some((word) => word.startsWith(start)));
}

/** The text is the label of a page or of an action, or a theme, whose name needs a whole word: not the start of a name. */
export const isNamed = ({ label, patient, theme }: PaletteOption, text: string): boolean =>
  !patient && (fold(label) === fold(text).trim() || (theme !== undefined && wordsOf(text)[0] === 'theme'));

const PLACES_OF_VERB = {
  open: (id: string) => `/patients/${id}`,
  order: (id: string) => `/patients/${id}/orders/new`,
  upload: (id: string) => `/patients/${id}/documents#upload`,
};
export const ORDERS = 'Orders';
const GROUPS: Record<Verb, string> = {
  open: 'Patients',
  order: 'Order tests for',
  upload: 'Upload documents for',
};

type Reads = Pick<Abilities, 'mayReadResults' | 'mayAdminister' | 'mayAudit'>;

/** The pages of the frame and, once something is typed, those below them. */
export function palettePages(
  text: string,
  places: readonly PalettePlace[],
  { mayReadResults, mayAdminister, mayAudit }: Reads,
): PalettePlace[] {
  if (text.trim() === '') return [...places];
  return [
    ...places,
    ...(mayReadResults ? [{ href: '/orders/sets', label: 'Order sets' }] : []),
    ...(mayAdminister ? [{ ...ADMIN_START, label: 'Administration overview' }, ...ADMIN_PLACES] : []),
    ...(mayAudit && !mayAdminister ? AUDIT_PLACES : []),
    ...ACCOUNT_PLACES,
  ];
}

interface Given {
  text: string;
  may: May;
  /** Without input: the recently viewed patients. */
  patients: readonly (PalettePatient & { near?: boolean })[];
  /** There are more matches than listed. */
  hasMore: boolean;
  /** The search has ended, and no patient matches. */
  isNone?: boolean;
  /** The patient whose chart is open. */
  current: PalettePatient | undefined;
  pages: readonly PalettePlace[];
  orders?: readonly PaletteOrder[];
}

export function paletteOptions({
  text,
  may,
  patients,
  hasMore,
  isNone = false,
  current,
  pages,
  orders = [],
}: Given): PaletteOption[] {
  const isEmpty = text.trim() === '';
  const { verb, words } = readVerb(text, may);
  const listed = patients.map((patient): PaletteOption => ({
    id: patient.id,
    group: isEmpty ? 'Recently viewed' : patient.near ? 'Similar names' : GROUPS[verb],
    label: formatShortName(patient.name),
    patient,
    href: PLACES_OF_VERB[verb](patient.id),
  }));
  const numbered = orders.map((order): PaletteOption => ({
    id: order.id,
    group: ORDERS,
    label: `Order ${order.order_number}${order.lab_number ? `, lab number ${order.lab_number}` : ''}: ${order.items.map(({ name }) => name).join(', ')}`,
    href: `/patients/${order.patient_id}/orders/${order.id}`,
  }));
  const whole: PaletteOption[] =
    hasMore && !isEmpty && verb === 'open'
      ? [
          {
            id: 'all',
            group: GROUPS.open,
            label: `All matches for “${words}”`,
            href: `/patients?${new URLSearchParams({ q: words }).toString()}`,
          },
        ]
      : [];
  const create: PaletteOption[] =
    isNone && verb === 'open' && may.mayEditPatients && /\p{L}/u.test(words) && !mayBeLabNumber(words)
      ? [
          {
            id: 'create',
            group: 'Actions',
            label: `New patient “${words}”`,
            href: `/patients/new?${new URLSearchParams({ q: words }).toString()}`,
          },
        ]
      : [];
  // Adjacent options of one group.
  const exact = listed.filter(({ group }) => group !== 'Similar names');
  const near = listed.filter(({ group }) => group === 'Similar names');
  const acted = isEmpty ? current : verb === 'open' ? patients.find((one) => !one.near) : undefined;
  const others = [
    ...actionsOf(text, may, acted),
    ...pages
      .filter(({ label }) => isEmpty || fits(label, text))
      // The frame has shorter names for some.
      .filter(({ href }, at, all) => all.findIndex((other) => other.href === href) === at)
      .map(({ href, label }) => ({ id: `page-${href.replaceAll('/', '-')}`, group: 'Pages', label, href })),
  ];
  // The text may be the start of a page's name.
  return [...numbered, ...exact, ...whole, ...near, ...(others.length === 0 ? create : others)];
}

function actionsOf(text: string, may: May, patient: PalettePatient | undefined): PaletteOption[] {
  const isEmpty = text.trim() === '';
  const group = 'Actions';
  const name = patient && formatShortName(patient.name);
  const ofPatient = patient
    ? (['order', 'upload'] as const)
        .filter((verb) => mayDo(verb, may))
        .map((verb) => ({
          id: verb,
          group,
          label: `${GROUPS[verb]} ${name}`,
          href: PLACES_OF_VERB[verb](patient.id),
        }))
    : [];
  const general = [
    ...(may.mayEditPatients ? [{ id: 'new', group, label: 'New patient', href: '/patients/new' }] : []),
    ...(may.mayFileDocuments
      ? [{ id: 'add', group, label: 'Upload documents', href: '/documents/add' }]
      : []),
  ];
  const themes = THEMES.map((theme) => ({
    id: `theme-${theme}`,
    group,
    label: `Theme: ${THEME_LABELS[theme]}`,
    theme,
  }));
  return [
    ...ofPatient,
    ...general.filter(({ label }) => isEmpty || fits(label, text)),
    ...themes.filter(({ label }) => {
      const words = wordsOf(label);
      return fits(label, text) && wordsOf(text).some((typed) => words.includes(typed));
    }),
  ];
}
