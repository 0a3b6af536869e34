/** What an entry of the audit log is about: patients and other objects by name, with a link to those that exist. */
import type { ReactNode } from 'react';
import type { AuditEntry } from '@/server/domain/audit-log/contract';
import { objectWord } from '@/server/domain/audit-log/rules';
import { count } from '../../format/numbers';
import { formatShortName } from '../../format/names';
import { TextLink } from '../../ui/text-link';

type AuditObject = NonNullable<AuditEntry['object']>;

interface Linked {
  /** False for auditors, who may open none of the pages, and on paper. */
  isLinked: boolean;
}

/** Null if the page is of a parent that is unknown. */
type Href = (id: string, parent: string | null) => string | null;

const inChart =
  (section: string): Href =>
  (id, patient) =>
    patient && `/patients/${patient}/${section}/${id}`;

/** Of the objects that have one. */
const PAGES: Readonly<Record<string, Href>> = {
  doc: inChart('documents'),
  res: inChart('results'),
  ord: inChart('orders'),
  set: () => '/orders/sets',
  usr: (id) => `/admin/people/${id}`,
  dlg: (_, user) => user && `/admin/people/${user}`,
  inv: () => '/admin/people',
  org: () => '/admin/settings',
  key: (id) => `/admin/api-keys/${id}`,
  app: (id) => `/admin/apps/${id}`,
  grt: (_, app) => app && `/admin/apps/${app}`,
  wh: (id) => `/admin/webhooks/${id}`,
  dlv: (id, webhook) => webhook && `/admin/webhooks/${webhook}/deliveries/${id}`,
  lab: (id) => `/admin/lab-connections/${id}`,
  ing: (_, connection) => connection && `/admin/lab-connections/${connection}`,
  msg: (id) => `/admin/lab-connections/messages/${id}`,
  rpt: (id) => `/unmatched/${id}`,
  lcd: () => '/admin/lab-connections/codes',
  lpr: () => '/admin/lab-connections/providers',
  out: (id) => `/admin/lab-connections/orders/${id}`,
  upd: (id) => `/unmatched/patients/${id}`,
  idc: (id) => `/unmatched/documents/${id}`,
  cat: () => '/admin/lab-connections/tests',
  imp: () => '/admin/lab-connections/tests',
  ers: (id) => `/admin/erasures/${id}`,
  sct: () => '/admin/single-sign-on',
};

const prefixOf = (id: string): string => id.slice(0, id.indexOf('_'));

function Label({ name, href, word }: { name: ReactNode; href: string | null; word: string }) {
  return (
    <span className="block wrap-anywhere">
      {href ? <TextLink href={href}>{name}</TextLink> : name}{' '}
      <span className="inline-block max-w-full text-sm text-ink-2">{word}</span>
    </span>
  );
}

export const Id = ({ id }: { id: string }) => <code className="font-mono text-sm break-all">{id}</code>;

function ObjectLabel({ id, name, parent_id, deleted, isLinked }: AuditObject & Linked) {
  const word = objectWord(id);
  const href = PAGES[prefixOf(id)];
  return (
    <Label
      name={name === null ? <Id id={id} /> : <bdi>{name}</bdi>}
      href={!isLinked || name === null || deleted ? null : (href?.(id, parent_id) ?? null)}
      word={deleted ? `${word}, deleted` : word}
    />
  );
}

export function PatientLabel({ id, name, mrn, erased, isLinked }: AuditEntry['patients'][number] & Linked) {
  if (id === null) return <span className="block">Unknown patient</span>;
  if (name === null)
    return <Label name={<Id id={id} />} href={null} word={erased ? 'Erased patient' : 'Patient, deleted'} />;
  return (
    <Label
      name={<bdi>{formatShortName(name)}</bdi>}
      href={isLinked ? `/patients/${id}` : null}
      word={mrn === null ? 'Patient, restricted chart' : `MRN ${mrn}`}
    />
  );
}

/** Sessions and the like have no name: their ID is shown with the entry, not for a whole request. */
const isNameless = ({ id, name }: AuditObject): boolean => name === null && !PAGES[prefixOf(id)];

/** Other than the actors. */
const objectsOf = (entries: readonly AuditEntry[]): AuditObject[] =>
  entries.flatMap(({ object, who }) =>
    object && object.id !== who.id && !(entries.length > 1 && isNameless(object)) ? [object] : [],
  );

/** The others are in the opened row. */
const MOST_SHOWN = 3;

interface AuditObjectsProps extends Linked {
  entries: readonly AuditEntry[];
  /** The patient of every entry, in an access log. */
  patientId: string | undefined;
  /** All entries of a row. */
  isVisit?: boolean;
  /** False where a list next to it has the patients. */
  isCounted?: boolean;
}

/** Of actions without an object. */
const SECTIONS: Readonly<Record<string, readonly [name: string, section: string]>> = {
  get_patient: ['Chart', ''],
  open_restricted_chart: ['Chart', ''],
  set_chart_restriction: ['Chart', ''],
  list_patient_results: ['Lab reports', '/results'],
  get_flow_sheet: ['Flow sheet', '/results/flow'],
  export_flow_sheet: ['Flow sheet', '/results/flow'],
  print_flow_sheet: ['Flow sheet', '/results/flow'],
  list_lab_orders: ['Lab orders', '/orders'],
  list_patient_documents: ['Documents', '/documents'],
  list_documents: ['Documents', '/documents'],
  list_patient_access: ['Access log', '/access-log'],
  print_patient_access: ['Access log', '/access-log'],
};

/** In the chart of another patient than that of the access log. */
const isElsewhere = ({ parent_id }: AuditObject, patientId: string | undefined): boolean =>
  patientId !== undefined && parent_id !== null && parent_id.startsWith('pat_') && parent_id !== patientId;

/**
 * On the sheet for a patient: all objects, without anything of other patients. Those are counted, and what is in their
 * charts has no name.
 */
export function printedObjects(entries: readonly AuditEntry[], patientId: string): ReactNode {
  const shown = new Map<string, ReactNode>();
  for (const object of objectsOf(entries))
    shown.set(
      object.id,
      isElsewhere(object, patientId) ? (
        <span key={object.id} className="block">
          {objectWord(object.id)} of another patient
        </span>
      ) : (
        <ObjectLabel key={object.id} {...object} isLinked={false} />
      ),
    );
  const others = otherPatients(entries, patientId);
  const section = shown.size === 0 && entries[0] ? sectionOf(entries[0], patientId, false) : null;
  return withOthers(shown.size > 0 ? [...shown.values()] : section, others);
}

/** At least. Entries that name no patients only have their number. */
const otherPatients = (entries: readonly AuditEntry[], patientId: string): number =>
  Math.max(
    0,
    new Set(
      entries
        .filter(({ patient_count }) => patient_count > 1)
        .flatMap(({ patients }) => patients)
        .flatMap(({ id }) => (id === null || id === patientId ? [] : [id])),
    ).size,
    ...entries.map(({ patient_count }) => patient_count - 1),
  );

function withOthers(objects: ReactNode, others: number): ReactNode {
  if (others === 0) return objects;
  if (objects === null) return `This patient and ${count(others, 'other')}`;
  return (
    <>
      {objects}
      <span className="block text-sm text-ink-2">and {count(others, 'other patient')}</span>
    </>
  );
}

/** The part of the chart that a visit was about, if it had no object. */
function sectionOf({ action, patient_count }: AuditEntry, patientId: string, isLinked: boolean): ReactNode {
  const found = SECTIONS[action];
  if (!found || patient_count !== 1) return null;
  const [name, section] = found;
  return isLinked ? <TextLink href={`/patients/${patientId}${section}`}>{name}</TextLink> : name;
}

/**
 * Patients and objects of entries, each once; null without any. In an access log the objects of its patient are first,
 * and others are only counted, except those of one change, as of a merge.
 */
export function auditObjects({
  entries,
  patientId,
  isVisit = false,
  isCounted = true,
  isLinked,
}: AuditObjectsProps): ReactNode {
  const [lead] = entries;
  const isNamed = patientId === undefined || (!isVisit && lead?.kind === 'write');
  const shown = new Map<string, ReactNode>();
  if (isNamed)
    for (const { patients } of entries)
      for (const patient of patients.filter(({ id }) => patientId === undefined || id !== patientId))
        shown.set(
          patient.id ?? 'unknown',
          <PatientLabel key={patient.id ?? 'unknown'} {...patient} isLinked={isLinked} />,
        );
  const objects = objectsOf(entries);
  for (const object of [
    ...objects.filter((one) => !isElsewhere(one, patientId)),
    ...objects.filter((one) => isElsewhere(one, patientId)),
  ])
    shown.set(object.id, <ObjectLabel key={object.id} {...object} isLinked={isLinked} />);
  const most =
    shown.size > 0 ? (
      <>
        {[...shown.values()].slice(0, MOST_SHOWN)}
        {shown.size > MOST_SHOWN ? (
          <span className="block text-sm text-ink-2">and {shown.size - MOST_SHOWN} more</span>
        ) : null}
      </>
    ) : null;
  if (patientId !== undefined) {
    const section = lead && isVisit ? sectionOf(lead, patientId, isLinked) : null;
    const isListed = isNamed && entries.some(({ patients }) => patients.length > 0);
    return withOthers(most ?? section, isListed ? 0 : otherPatients(entries, patientId));
  }
  // The number of patients of one entry that names none.
  const others = Math.max(
    0,
    ...entries.map(({ patients, patient_count }) => (!isCounted || patients.length > 0 ? 0 : patient_count)),
  );
  return others === 0 ? (
    most
  ) : (
    <>
      {most}
      <span className="block text-sm text-ink-2">{count(others, 'patient')}</span>
    </>
  );
}
