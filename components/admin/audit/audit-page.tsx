/** The audit log of the organization or the access log of a patient. */
import type { ReactNode } from 'react';
import { useFormat } from '#format';
import type { AuditActors, AuditEntryList } from '@/server/domain/audit-log/contract';
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

interface AuditPageProps {
  title: string;
  about: string;
  path: string;
  query: AuditQuery;
  /** Days of the filter that are not valid dates. */
  unread: string[];
  list: Loaded<AuditEntryList>;
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
  /** Between the form and the list. */
  reads?: ReactNode;
}

const NO_ACTORS: AuditActors = { people: [], keys: [], apps: [] };

export function AuditPage(props: AuditPageProps) {
  const format = useFormat();
  const { title, about, path, query, unread, list, actors, now, isFirst, isLinked, patientId } = props;
  const again = hrefOf(path, query);
  const seen = list.value?.data.flatMap(({ who, app }) => [who, ...(app ? [app] : [])]) ?? [];
  return (
    <MainArea>
      <PageHeading title={title} actions={props.file}>
        {about} Newest first. Updated {format.instant(new Date(now).toISOString(), 'second')}.
      </PageHeading>
      {props.presets}
      <AuditFilter
        path={path}
        query={query}
        actors={actors.value ?? NO_ACTORS}
        chosen={seen.find(({ id }) => id === query.who)?.name ?? undefined}
      />
      {actors.error ? (
        <FailedPart
          what="Names for the filter"
          error={actors.error}
          again={again}
          rest="The current filter still applies."
          className="mb-4"
        />
      ) : null}
      <InvalidDays days={unread} />
      {props.reads}
      {list.error ? (
        <FailedPart what="The audit log" error={list.error} again={again} rest="No data is lost." />
      ) : list.value.data.length === 0 ? (
        auditFilter.isActive(query) ? (
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
          caption={title}
          isLinked={isLinked}
          {...(patientId === undefined ? {} : { patientId })}
        />
      )}
      {list.value ? (
        <div className="print:hidden">
          <Pager path={path} query={query} next={list.value.next_cursor} isFirst={isFirst} />
        </div>
      ) : null}
    </MainArea>
  );
}
