import type { Metadata } from 'next';
import { AuditPage } from '@/components/audit/audit-page';
import { filtersOf, readAuditQuery } from '@/components/audit/audit-query';
import { DownloadAudit } from '@/components/audit/download-audit';
import { unreadDays } from '@/components/format/day-range';
import { MainArea } from '@/components/frame/main-area';
import { NotAllowed } from '@/components/frame/not-allowed';
import { PageHeading } from '@/components/ui/page-heading';
import { hrefOf } from '@/components/ui/pager';
import { one, openPortal, orFirstPage, settle, type Query } from '../../open-portal';

export const metadata: Metadata = { title: 'Audit · Clinical Data Service' };

const PATH = '/admin/audit';

export default async function AdminAuditPage({ searchParams }: { searchParams: Promise<Query> }) {
  const given = await searchParams;
  const { caller, zone, mayAdminister, now } = await openPortal();
  if (!mayAdminister)
    return (
      <MainArea>
        <PageHeading title="Audit" />
        <NotAllowed what="read the audit" />
      </MainArea>
    );
  const value = (name: string) => one(given, name);
  const query = readAuditQuery(value);
  const cursor = one(given, 'cursor');
  const list = await settle(
    orFirstPage(
      caller.auditLog.listAuditEvents({
        limit: 50,
        ...(cursor ? { cursor } : {}),
        ...filtersOf(query, zone),
      }),
      hrefOf(PATH, { ...query }),
    ),
  );
  const actors = await settle(caller.auditLog.listAuditActors({}));
  return (
    <AuditPage
      title="Audit"
      about="Everything that was done or refused in the organisation. A patient’s own access log is in the chart."
      path={PATH}
      {...{ query, list, actors, zone, now }}
      unread={unreadDays(value)}
      isFirst={!cursor}
      file={<DownloadAudit filters={filtersOf(query, zone)} />}
    />
  );
}
