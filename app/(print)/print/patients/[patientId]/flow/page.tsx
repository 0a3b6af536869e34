import type { Metadata } from 'next';
import { getPageContext, prefersNewestFirst } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { flowHref, readFlowQuery } from '@/components/results/flow-filter';
import { FlowSheet } from '@/components/results/flow-sheet';
import { pageTitle } from '@/components/patients/patient-view';
import { PrintSheet } from '@/components/print/print-sheet';
import { EmptyState } from '@/components/ui/empty-state';

interface PrintFlowProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

/** Times that fit on a landscape page. */
const COLUMNS = 8;

export async function generateMetadata({ params }: PrintFlowProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Flow sheet, print') };
}

export default async function PrintFlowPage({ params, searchParams }: PrintFlowProps) {
  const [{ patientId }, given] = await Promise.all([params, searchParams]);
  const [{ caller, session, today, now }, patient] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
  ]);
  const query = readFlowQuery((name) => queryParam(given, name), await prefersNewestFirst());
  const { panel, until, newestFirst } = query;
  const sheet = await caller.labResults.printFlowSheet({
    patient_id: patient.id,
    columns: COLUMNS,
    ...(panel ? { panel } : {}),
    ...(until ? { until } : {}),
  });
  const omitted = [
    ...(sheet.earlier ? ['Earlier results are not printed.'] : []),
    ...(sheet.later ? ['Later results are not printed.'] : []),
    ...(panel ? ['Tests of other panels are not printed.'] : []),
    ...(sheet.cut ? ['Some results at these times are not printed.'] : []),
  ];
  return (
    <PrintSheet
      patient={patient}
      today={today}
      title="Flow sheet"
      status={null}
      printedBy={session.userName}
      organization={session.orgName}
      logo={session.logo}
      printedAt={now}
      back={flowHref(patient.id, query)}
      landscape
    >
      {omitted.length > 0 ? <p className="mb-3 font-semibold">{omitted.join(' ')}</p> : null}
      {sheet.columns.length === 0 ? (
        <EmptyState title="No results." />
      ) : (
        <FlowSheet patientId={patient.id} sheet={sheet} newestFirst={newestFirst} />
      )}
    </PrintSheet>
  );
}
