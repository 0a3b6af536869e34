import type { Metadata } from 'next';
import { cache } from 'react';
import { orNotFound } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { PatientBanner } from '@/components/patients/patient-banner';
import { pageTitle } from '@/components/patients/patient-view';
import { PrintButton } from '@/components/print/print-button';
import { SpecimenLabels, type LabelPaper } from '@/components/print/specimen-labels';
import { EmptyState } from '@/components/ui/empty-state';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { TextLink } from '@/components/ui/text-link';

interface LabelsProps {
  params: Promise<{ orderId: string }>;
  searchParams: Promise<Query>;
}

const openOrder = cache(async (id: string) => {
  const { caller } = await getPageContext();
  return orNotFound(caller.labOrders.getOrderSheet({ id }));
});

export async function generateMetadata({ params }: LabelsProps): Promise<Metadata> {
  const { order } = await openOrder((await params).orderId);
  return { title: pageTitle(await getPatient(order.patient_id), `Labels ${order.order_number}, print`) };
}

export default async function LabelsPage({ params, searchParams }: LabelsProps) {
  const { orderId } = await params;
  const [{ today, session }, sheet] = await Promise.all([getPageContext(), openOrder(orderId)]);
  const { order } = sheet;
  const patient = await getPatient(order.patient_id);
  const paper: LabelPaper = queryParam(await searchParams, 'paper') === 'label' ? 'label' : 'sheet';
  const path = `/print/orders/${order.id}/labels`;
  const papers = {
    sheet: session.paperSize === 'letter' ? 'Letter' : 'A4',
    label: 'Label printer, 62 × 29 mm',
  };
  return (
    <>
      <div className="print:hidden">
        <PatientBanner key={patient.id} patient={patient} today={today} />
      </div>
      <main id="main" tabIndex={-1} className="page outline-none">
        <div className="mb-5 flex flex-wrap items-center gap-4 print:hidden">
          <PrintButton />
          <nav aria-label="Paper" className="flex flex-wrap gap-x-4">
            {(['sheet', 'label'] as const).map((one) => (
              <TextLink
                key={one}
                href={one === 'sheet' ? path : `${path}?paper=${one}`}
                aria-current={one === paper ? 'page' : undefined}
                className="inline-flex min-h-6 items-center aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:no-underline"
              >
                {papers[one]}
              </TextLink>
            ))}
          </nav>
          <TextLink
            href={`/patients/${order.patient_id}/orders/${order.id}`}
            className="inline-flex min-h-6 items-center"
          >
            Back to the chart
          </TextLink>
        </div>
        <NeedsScripts what="The print button" />
        <h1 tabIndex={-1} className="mb-4 text-title font-semibold print:hidden">
          Specimen labels
        </h1>
        {sheet.specimens.length > 0 ? (
          <SpecimenLabels sheet={sheet} patient={patient} paper={paper} />
        ) : (
          <EmptyState title="No specimens to collect.">All tests of this order are canceled.</EmptyState>
        )}
      </main>
    </>
  );
}
