import type { Metadata } from 'next';
import { getPageContext, prefersNewestFirst } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { flowHref, readFlowQuery } from '@/components/results/flow-address';
import { FlowSheet } from '@/components/results/flow-sheet';
import { pageTitle } from '@/components/patients/patient-view';
import { PrintSheet } from '@/components/print/print-sheet';
import { EmptyState } from '@/components/ui/empty-state';

interface PrintFlowProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

/** As many times as stand beside each other on a sheet that lies. */
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
  const left = [
    ...(sheet.earlier ? ['Earlier values are not on this paper.'] : []),
    ...(sheet.later ? ['Later values are not on this paper.'] : []),
    ...(panel ? ['Only the tests of one panel are on this paper.'] : []),
    ...(sheet.cut ? ['There are more values at these times.'] : []),
  ];
  return (
    <PrintSheet
      patient={patient}
      today={today}
      title="Flow sheet"
      status={null}
      printedBy={session.userName}
      organization={session.orgName}
      printedAt={now}
      back={flowHref(patient.id, query)}
      sideways
    >
      {left.length > 0 ? <p className="mb-3 font-semibold">{left.join(' ')}</p> : null}
      {sheet.columns.length === 0 ? (
        <EmptyState title="No results." />
      ) : (
        <FlowSheet patientId={patient.id} sheet={sheet} newestFirst={newestFirst} />
      )}
    </PrintSheet>
  );
}
