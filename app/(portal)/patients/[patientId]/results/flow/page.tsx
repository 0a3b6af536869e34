import type { Metadata } from 'next';
import { getPageContext, prefersNewestFirst } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { PageKeys } from '@/components/shell/shortcuts/page-keys';
import { DownloadFlowSheet } from '@/components/results/download-flow-sheet';
import {
  flowFilter,
  flowHref,
  queryOfFlow,
  readFlowQuery,
  type FlowQuery,
} from '@/components/results/flow-filter';
import { FlowDirection } from '@/components/results/flow-direction';
import { FlowSheet } from '@/components/results/flow-sheet';
import { keysOfSheet } from '@/components/results/report-keys';
import { resultViews } from '@/components/results/result-views';
import { ViewLinks } from '@/components/ui/view-links';
import { NewInChart } from '@/components/patients/new-in-chart';
import { pageTitle } from '@/components/patients/patient-view';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { hrefOf } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';
import type { FlowSheet as Sheet } from '@/server/domain/lab-results/history-contract';
import { showId } from '@/server/shared/ids';

interface FlowPageProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: FlowPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Flow sheet') };
}

export default async function FlowPage({ params, searchParams }: FlowPageProps) {
  const [{ patientId }, given] = await Promise.all([params, searchParams]);
  const [{ caller, session }, patient] = await Promise.all([getPageContext(), getPatient(patientId)]);
  const query = readFlowQuery((name) => queryParam(given, name), await prefersNewestFirst());
  const { panel, until, newestFirst } = query;
  const input = { patient_id: patient.id, ...(panel ? { panel } : {}), ...(until ? { until } : {}) };
  const sheet = await caller.labResults.getFlowSheet(input);
  const href = (change: Partial<typeof query>) => flowHref(patient.id, { ...query, ...change });
  const print = hrefOf(`/print/patients/${patient.id}/flow`, queryOfFlow(query));
  return (
    <MainArea>
      <NewInChart kind="sheet" input={input} shown={keysOfSheet(sheet)} since={session.position} />
      <PageKeys keys={[{ key: 'p', does: 'print', href: print }]} />
      <div className="view-head">
        <PageHeading
          title="Flow sheet"
          actions={
            <>
              <LinkButton href={print} weight="secondary">
                Print
              </LinkButton>
              <DownloadFlowSheet patientId={patient.id} panel={panel} />
            </>
          }
        />
        <ViewLinks
          label="Result views"
          links={resultViews(patient.id)}
          current={`/patients/${patient.id}/results/flow`}
        />
      </div>
      <div className="flex flex-wrap items-end gap-x-4">
        <flowFilter.Form
          path={`/patients/${patient.id}/results/flow`}
          query={{ panel }}
          className="filter-line mb-4 short:mb-2 short:pointer-fine:[&_:is(select,button)]:min-h-8"
          options={{
            panel: sheet.panels.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            )),
          }}
          kept={<input type="hidden" name="order" value={newestFirst ? 'newest-first' : 'oldest-first'} />}
          whole={null}
        />
        <FlowDirection
          person={showId('user', session.userId)}
          newestFirst={newestFirst}
          href={href({ newestFirst: !newestFirst })}
        />
      </div>
      {panel ? (
        <p className="mb-3">
          Tests of other panels are hidden.{' '}
          <TextLink href={href({ panel: undefined })}>Show all tests</TextLink>
        </p>
      ) : null}
      {sheet.cut ? (
        <p className="mb-3 font-semibold">Too many values to show at once. Choose a panel.</p>
      ) : null}
      {sheet.columns.length === 0 ? (
        panel ? (
          <EmptyState
            title="No results of this panel."
            action={<TextLink href={href({ panel: undefined, until: undefined })}>Show all tests</TextLink>}
          />
        ) : (
          <EmptyState title="No results.">Results appear here when a laboratory sends them.</EmptyState>
        )
      ) : (
        <>
          <FlowSheet patientId={patient.id} sheet={sheet} newestFirst={newestFirst} />
          <FlowPaging patientId={patient.id} query={query} sheet={sheet} />
        </>
      )}
    </MainArea>
  );
}

interface FlowPagingProps {
  patientId: string;
  query: FlowQuery;
  sheet: Sheet;
}

/** A narrow screen, which shows two times, pages by one time. */
function FlowPaging({ patientId, query, sheet }: FlowPagingProps) {
  const href = (until: string | undefined) => flowHref(patientId, { ...query, until });
  const oneEarlier =
    sheet.columns.length > 1 ? (sheet.columns.at(-2)!.observed_at ?? '0001-01-01T00:00:00.000Z') : null;
  const pages = [
    { className: 'flow-many', earlier: sheet.earlier, later: sheet.later },
    { className: 'flow-one', earlier: oneEarlier, later: sheet.one_later },
  ];
  return pages.map(({ className, earlier, later }) => (
    <nav key={className} aria-label="Times" className={`${className} mt-4 flex-wrap gap-2`}>
      {earlier ? (
        <LinkButton href={href(earlier)} weight="secondary">
          Earlier
        </LinkButton>
      ) : null}
      {later ? (
        <>
          <LinkButton href={href(later)} weight="secondary">
            Later
          </LinkButton>
          <LinkButton href={href(undefined)} weight="secondary">
            Newest
          </LinkButton>
        </>
      ) : null}
    </nav>
  ));
}
