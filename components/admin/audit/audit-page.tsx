/** A page of the audit: what it tells, the filter, the lines. The same for a chart and for the organization. */
import type { ReactNode } from 'react';
import { useFormat } from '#format';
import type { AuditActors, AuditEntryList } from '@/server/domain/audit-log/contract';
import { MainArea } from '../../shell/main-area';
import { EmptyState } from '../../ui/empty-state';
import type { Loaded } from '../../ui/error-message';
import { ErrorPanel } from '../../ui/error-panel';
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
  /** Days of the filter that cannot be read. */
  unread: string[];
  list: Loaded<AuditEntryList>;
  actors: Loaded<AuditActors>;
  now: number;
  isFirst: boolean;
  patientId?: string;
  /** Offers all that the filter shows as a file. */
  file?: ReactNode;
}

const NOBODY: AuditActors = { people: [], keys: [], apps: [] };

export function AuditPage(props: AuditPageProps) {
  const format = useFormat();
  const { title, about, path, query, unread, list, actors, now, isFirst, patientId, file } = props;
  const again = hrefOf(path, query);
  const seen = list.value?.data.flatMap(({ who, app }) => [who, ...(app ? [app] : [])]) ?? [];
  return (
    <MainArea>
      <PageHeading title={title} actions={file}>
        {about} Newest first, in the time of the organization, as of{' '}
        {format.instant(new Date(now).toISOString(), 'second')}.
      </PageHeading>
      <AuditFilter
        path={path}
        query={query}
        actors={actors.value ?? NOBODY}
        chosen={seen.find(({ id }) => id === query.who)?.name ?? undefined}
      />
      {actors.error ? (
        <FailedPart
          what="The people, keys and applications that the filter offers"
          error={actors.error}
          again={again}
          rest="The filter still does what the address says."
          className="mb-4"
        />
      ) : null}
      {unread.length > 0 ? (
        <div className="mb-4">
          <ErrorPanel
            title={`${unread.join(' and ')} cannot be read as a day, so it filters nothing.`}
            detail="Write days as 05-Nov-2026."
          />
        </div>
      ) : null}
      {list.error ? (
        <FailedPart what="The audit" error={list.error} again={again} rest="Nothing of it is lost." />
      ) : list.value.data.length === 0 ? (
        auditFilter.isActive(query) ? (
          <EmptyState
            title="No act fits this filter."
            action={<TextLink href={path}>Show everything</TextLink>}
          />
        ) : (
          <EmptyState title="Nothing was recorded yet." />
        )
      ) : (
        <AuditList
          entries={list.value.data}
          caption={title}
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
