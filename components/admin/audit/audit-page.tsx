/** The audit log of the organization or the access log of a patient. */
import type { ReactNode } from 'react';
import { useFormat } from '#format';
import type { AuditActors, AuditEntry, AuditEntryList } from '@/server/domain/audit-log/contract';
import type { DayProblems } from '../../format/day-range';
import { isolate } from '../../format/isolate';
import { formatShortName } from '../../format/names';
import { MainArea } from '../../shell/main-area';
import { EmptyState } from '../../ui/empty-state';
import type { Loaded } from '../../ui/error-message';
import { InvalidDays } from '../../ui/invalid-days';
import { PageHeading } from '../../ui/page-heading';
import { FailedPart } from '../../ui/page-part';
import { hrefOf, Pager } from '../../ui/pager';
import { TextLink } from '../../ui/text-link';
import { AuditFilter, auditFilter, type AuditQuery } from './audit-filter';
import { AuditList } from './audit-list';
import { accessTitle } from './access-title';

interface AuditPageProps {
  title: string;
  about: string;
  path: string;
  query: AuditQuery;
  problems: DayProblems | null;
  /** The MRN of the filter, if no patient has it. */
  unknownMrn?: string | null;
  /** Null if the filter is invalid. */
  list: Loaded<AuditEntryList> | null;
  actors: Loaded<AuditActors>;
  now: number;
  isFirst: boolean;
  /** Whether the user may open the objects of the entries. */
  isLinked: boolean;
  patientId?: string;
  /** Download of the filtered list. */
  file?: ReactNode;
  /** Links above the form. */
  presets?: ReactNode;
  /** Filters that the user has saved. */
  saved?: ReactNode;
  /** Whether reads are shown. */
  reads?: ReactNode;
}

const NO_ACTORS: AuditActors = { people: [], keys: [], apps: [], connections: [] };

export function AuditPage(props: AuditPageProps) {
  const format = useFormat();
  const { title, about, path, query, problems, list, actors, now, isFirst, isLinked, patientId } = props;
  const again = hrefOf(path, query);
  const subject = query.about === undefined ? null : subjectOf(query.about, list?.value?.data ?? []);
  const chosenId = patientId ?? (query.about?.startsWith('pat_') ? query.about : undefined);
  const heading = patientId === undefined && chosenId !== undefined ? accessTitle(subject?.name) : title;
  const seen = list?.value?.data.flatMap(({ who, app }) => [who, ...(app ? [app] : [])]) ?? [];
  return (
    <MainArea>
      <PageHeading title={heading} actions={props.file}>
        {about} Newest first. Updated {format.instant(new Date(now).toISOString(), 'second')}.
      </PageHeading>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 *:mb-0">
        {props.presets}
        <AuditFilter
          path={path}
          query={query}
          problems={problems}
          actors={actors.value ?? NO_ACTORS}
          chosen={seen.find(({ id }) => id === query.who)?.name ?? undefined}
          ofOnePatient={patientId !== undefined}
        />
        {props.saved}
        {props.reads}
      </div>
      {query.about === undefined || props.unknownMrn ? null : (
        <ChosenSubject
          subject={subject}
          id={query.about}
          rest={hrefOf(path, { ...query, about: undefined })}
        />
      )}
      {actors.error ? (
        <FailedPart
          what="Names for the filter"
          error={actors.error}
          again={again}
          rest="The current filter still applies."
          className="mb-4"
        />
      ) : null}
      {list === null ? (
        <InvalidDays />
      ) : list.error ? (
        <FailedPart what="The audit log" error={list.error} again={again} rest="No data is lost." />
      ) : props.unknownMrn ? (
        <EmptyState
          title={`No patient has the MRN ${isolate(props.unknownMrn)}.`}
          action={<TextLink href={hrefOf(path, { ...query, about: undefined })}>Clear MRN</TextLink>}
        >
          {isLinked
            ? 'To find a patient by name, open Patient access log.'
            : 'Check the MRN. Find a deleted patient by ID.'}
        </EmptyState>
      ) : list.value.data.length === 0 ? (
        auditFilter.isActive({ about: undefined, ...query }) ? (
          <EmptyState
            title="No entries match these filters."
            action={<TextLink href={path}>Clear filters</TextLink>}
          />
        ) : (
          <EmptyState title="No entries yet." />
        )
      ) : (
        <AuditList
          entries={list.value.data}
          caption={heading}
          isLinked={isLinked}
          patientId={patientId ?? (subject ? chosenId : undefined)}
        />
      )}
      {list?.value ? (
        <div className="print:hidden">
          <Pager path={path} query={query} next={list.value.next_cursor} isFirst={isFirst} />
        </div>
      ) : null}
    </MainArea>
  );
}

interface Subject {
  name: string;
  mrn: string | null;
}

/** What the filter is about, if an entry names it. */
function subjectOf(id: string, entries: readonly AuditEntry[]): Subject | null {
  const patient = entries.flatMap(({ patients }) => patients).find((one) => one.id === id);
  if (patient?.name) return { name: formatShortName(patient.name), mrn: patient.mrn };
  const name = entries.find(({ object }) => object?.id === id)?.object?.name;
  return name ? { name, mrn: null } : null;
}

interface ChosenSubjectProps {
  subject: Subject | null;
  id: string;
  /** The list without the subject. */
  rest: string;
}

function ChosenSubject({ subject, id, rest }: ChosenSubjectProps) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="chip border-accent bg-accent-tint font-semibold wrap-anywhere whitespace-normal!">
        <span>
          {subject ? <bdi>{subject.name}</bdi> : id}
          {subject?.mrn ? `, MRN ${subject.mrn}` : null}
        </span>
      </span>
      <TextLink href={rest} className="inline-flex min-h-6 items-center text-sm print:hidden">
        {id.startsWith('pat_') ? 'Remove patient' : 'Remove'}
      </TextLink>
    </p>
  );
}
