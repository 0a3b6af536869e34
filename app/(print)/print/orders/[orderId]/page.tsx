import type { Metadata } from 'next';
import { cache } from 'react';
import { orNotFound } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { OrderFacts, OrderTests } from '@/components/orders/order-sheet';
import { pageTitle } from '@/components/patients/patient-view';
import { Barcode } from '@/components/print/barcode';
import { PrintSheet } from '@/components/print/print-sheet';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import {
  isCanceling,
  isOpen,
  ORDER_STATUS_WORDS,
  TRANSMISSION_WORDS,
} from '@/server/domain/lab-orders/rules';

interface RequisitionProps {
  params: Promise<{ orderId: string }>;
}

const openOrder = cache(async (id: string) => {
  const { caller } = await getPageContext();
  return orNotFound(caller.labOrders.getOrderSheet({ id }));
});

export async function generateMetadata({ params }: RequisitionProps): Promise<Metadata> {
  const { order } = await openOrder((await params).orderId);
  return { title: pageTitle(await getPatient(order.patient_id), `Order ${order.order_number}, print`) };
}

export default async function RequisitionPage({ params }: RequisitionProps) {
  const { orderId } = await params;
  const [{ session, today, now }, sheet] = await Promise.all([getPageContext(), openOrder(orderId)]);
  const { order } = sheet;
  const patient = await getPatient(order.patient_id);
  return (
    <PrintSheet
      patient={patient}
      today={today}
      title="Laboratory requisition"
      status={unusable(order)}
      printedBy={session.userName}
      organization={session.orgName}
      logo={session.logo}
      printedAt={now}
      back={`/patients/${order.patient_id}/orders/${order.id}`}
    >
      <Barcode text={order.order_number} name={`Barcode of order number ${order.order_number}`} />
      <OrderFacts sheet={sheet} />
      <OrderTests sheet={sheet} />
      {order.collection?.collected_at ? null : <BlankLines labels={['Collected on', 'at', 'by']} />}
      <BlankLines labels={['Signature']} />
    </PrintSheet>
  );
}

/** Why a printout must not be used, if the order is closed or being canceled. */
function unusable({ status, transmission }: LabOrder): string | null {
  if (!isOpen(status)) return ORDER_STATUS_WORDS[status];
  return isCanceling(transmission) ? TRANSMISSION_WORDS.cancel_requested : null;
}

function BlankLines({ labels }: { labels: readonly string[] }) {
  return (
    <p className="mt-8 flex flex-wrap gap-4">
      {labels.map((label) => (
        <span key={label} className="flex grow items-end gap-2">
          {label} <span className="h-6 min-w-16 grow border-b border-ink" />
        </span>
      ))}
    </p>
  );
}
