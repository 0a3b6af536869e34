import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { load, orFirstPage } from '@/app/_lib/load';
import { auditPage } from '@/app/_lib/admin-page';
import { type Query, queryParam } from '@/app/_lib/query';
import { AuditPage } from '@/components/admin/audit/audit-page';
import {
  auditFilter,
  auditInput,
  hidesReads,
  mrnOf,
  PrintedFilter,
  ReadsLine,
  savedHref,
  SignInsLine,
} from '@/components/admin/audit/audit-filter';
import { AuditPresets } from '@/components/admin/audit/audit-presets';
import { DownloadAudit } from '@/components/admin/audit/download-audit';
import { SavedFilters } from '@/components/admin/audit/saved-filters';
import { dayProblems } from '@/components/format/day-range';
import { PrintButton } from '@/components/print/print-button';
import { PagePart } from '@/components/ui/page-part';
import { hrefOf } from '@/components/ui/pager';
import type { AuditEntryList } from '@/server/domain/audit-log/contract';
import { VISITS_PER_PAGE } from '@/server/domain/audit-log/rules';

export async function generateMetadata({
  searchParams,
}: {
  searchParams: Promise<Query>;
}): Promise<Metadata> {
  const ofPatient = queryParam(await searchParams, 'about')?.startsWith('pat_');
  return { title: ofPatient ? 'Patient access log' : 'Audit log' };
}

const PATH = '/admin/audit';
const NO_ENTRIES: AuditEntryList = { object: 'list', data: [], has_more: false, next_cursor: null };

export default auditPage(
  async (
    { caller, format, now, session, mayAdminister },
    { searchParams }: { searchParams: Promise<Query> },
  ) => {
    const given = await searchParams;
    const value = (name: string) => queryParam(given, name);
    const query = auditFilter.read(value);
    const cursor = queryParam(given, 'cursor');
    const filters = { ...auditInput(query, format), about: query.about, hide_reads: hidesReads(query) };
    const mrn = mrnOf(query);
    const problems = dayProblems(value);
    const found = () =>
      mrn === null
        ? orFirstPage(
            caller.auditLog.listAuditEntries({
              limit: query.about?.startsWith('pat_') ? VISITS_PER_PAGE : 50,
              ...(cursor ? { cursor } : {}),
              ...filters,
            }),
            hrefOf(PATH, query),
          )
        : caller.auditLog.findAuditedPatient({ mrn }).then(({ id }) => {
            if (id) redirect(hrefOf(PATH, { ...query, about: id }));
            return NO_ENTRIES;
          });
    const list = problems ? null : await load(found());
    const actors = await load(caller.auditLog.listAuditActors({}));
    const saved = await load(caller.auditLog.listAuditFilters({}));
    const here = hrefOf(PATH, query);
    const links = saved.value?.data.map((one) => ({ ...one, href: savedHref(PATH, one) })) ?? [];
    const maySave =
      !saved.error && !problems && mrn === null && here !== PATH && !links.some(({ href }) => href === here);
    return (
      <AuditPage
        title="Audit log"
        about={
          query.about?.startsWith('pat_')
            ? 'Who viewed or changed the chart, including denied requests.'
            : 'All actions in this organization, including denied requests.'
        }
        path={PATH}
        query={query}
        list={list}
        actors={actors}
        now={now}
        problems={problems}
        unknownMrn={mrn}
        isFirst={!cursor}
        isLinked={mayAdminister}
        file={
          mrn === null && !problems ? (
            <>
              {query.about?.startsWith('pat_') ? <PrintButton weight="secondary" /> : null}
              <DownloadAudit filters={filters} />
            </>
          ) : null
        }
        presets={<AuditPresets path={PATH} query={query} isInvalid={problems !== null} />}
        saved={
          <PagePart read={saved} what="Saved filters" again={here} className="basis-full">
            {() => <SavedFilters filters={links} here={here} current={maySave ? query : null} />}
          </PagePart>
        }
        reads={
          <>
            <ReadsLine path={PATH} query={query} />
            <PrintedFilter
              organization={session.orgName}
              query={query}
              isPart={Boolean(cursor ?? list?.value?.next_cursor)}
            />
            <SignInsLine query={query} />
          </>
        }
      />
    );
  },
);
