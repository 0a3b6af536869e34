import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getDraft } from '@/app/_lib/draft';
import { Denied } from '@/app/_lib/denied';
import { load, orNull } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { formatName } from '@/components/format/names';
import { MainArea } from '@/components/shell/main-area';
import { NewOrderForm } from '@/components/orders/new-order-form';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';

interface NewOrderPageProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: NewOrderPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'New order') };
}

export default async function NewOrderPage({ params, searchParams }: NewOrderPageProps) {
  const [{ patientId }, query] = await Promise.all([params, searchParams]);
  const [{ caller, mayOrder }, patient] = await Promise.all([getPageContext(), getPatient(patientId)]);
  const isOrderable = mayOrder && patient.status === 'active';
  const again = queryParam(query, 'again');
  const [favorites, diagnoses, sets, template] = isOrderable
    ? await Promise.all([
        load(caller.catalog.listFavoriteTests({})),
        load(caller.labOrders.listOrderDiagnoses({ patient_id: patient.id })),
        load(caller.orderSets.listOrderSets({})),
        again ? orNull(caller.labOrders.getOrderTemplate({ id: again })) : null,
      ])
    : [null, null, null, null];
  // The order of another patient is never copied.
  if (again && isOrderable && template?.patient_id !== patient.id) notFound();
  const parts = [
    ['Favorite tests', favorites?.error],
    ['Order sets', sets?.error],
    ['Earlier diagnoses', diagnoses?.error],
  ] as const;
  const failed = parts.flatMap(([what, error]) => (error ? [[what, error] as const] : []));
  return (
    <MainArea>
      <PageHeading title="New lab order" />
      {!mayOrder ? (
        <Denied
          what="order tests"
          action="create_lab_order"
          patientId={patient.id}
          back={{ href: `/patients/${patient.id}/orders`, label: 'All orders' }}
        />
      ) : patient.status !== 'active' ? (
        <EmptyState title="This record is inactive.">Activate it under Details to order tests.</EmptyState>
      ) : (
        <>
          {failed.map(([what, error]) => (
            <FailedPart
              key={what}
              what={what}
              error={error}
              again={`/patients/${patient.id}/orders/new`}
              rest="You can still order tests."
              className="mb-4"
            />
          ))}
          <NewOrderForm
            key={`${patient.id} ${again ?? ''}`}
            patientId={patient.id}
            patientName={formatName(patient.name)}
            patientLine={patientLine(patient)}
            favorites={favorites?.value?.data ?? []}
            earlierDiagnoses={diagnoses?.value?.data ?? []}
            knownDiagnoses={diagnoses?.value?.known ?? []}
            usualDiagnoses={diagnoses?.value?.usual ?? []}
            sets={sets?.value?.data ?? []}
            template={template}
            found={await getDraft(`/patients/${patient.id}/orders/new`)}
          />
        </>
      )}
    </MainArea>
  );
}
