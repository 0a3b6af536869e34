import type { Metadata } from 'next';
import { getDraft } from '@/app/_lib/draft';
import { load } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { NewOrderForm } from '@/components/orders/new-order-form';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';

interface NewOrderPageProps {
  params: Promise<{ patientId: string }>;
}

export async function generateMetadata({ params }: NewOrderPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'New order') };
}

export default async function NewOrderPage({ params }: NewOrderPageProps) {
  const { patientId } = await params;
  const [{ caller, mayWrite }, patient] = await Promise.all([getPageContext(), getPatient(patientId)]);
  const mayOrder = mayWrite && patient.status === 'active';
  const [favorites, diagnoses] = mayOrder
    ? await Promise.all([
        load(caller.catalog.listFavoriteTests({})),
        load(caller.labOrders.listOrderDiagnoses({ patient_id: patient.id })),
      ])
    : [null, null];
  return (
    <MainArea>
      <PageHeading title="New lab order">For {patientLine(patient)}</PageHeading>
      {!mayWrite ? (
        <NotAllowed what="order tests" />
      ) : patient.status !== 'active' ? (
        <EmptyState title="This record is inactive.">Activate it under Details to order tests.</EmptyState>
      ) : (
        <>
          {favorites?.error ? (
            <FailedPart
              what="Favorite tests"
              error={favorites.error}
              again={`/patients/${patient.id}/orders/new`}
              rest="You can still order tests."
              className="mb-4"
            />
          ) : null}
          {diagnoses?.error ? (
            <FailedPart
              what="Earlier diagnoses"
              error={diagnoses.error}
              again={`/patients/${patient.id}/orders/new`}
              rest="You can still order tests."
              className="mb-4"
            />
          ) : null}
          <NewOrderForm
            key={patient.id}
            patientId={patient.id}
            patientLine={patientLine(patient)}
            favorites={favorites?.value?.data ?? []}
            earlierDiagnoses={diagnoses?.value?.data ?? []}
            found={await getDraft(`/patients/${patient.id}/orders/new`)}
          />
        </>
      )}
    </MainArea>
  );
}
