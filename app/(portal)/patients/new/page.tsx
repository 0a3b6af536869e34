import type { Metadata } from 'next';
import { MainArea } from '@/components/frame/main-area';
import { NotAllowed } from '@/components/frame/not-allowed';
import { NewPatientForm } from '@/components/patients/new-patient-form';
import { PageHeading } from '@/components/ui/page-heading';
import { draftOf, openPortal } from '../../open-portal';

export const metadata: Metadata = { title: 'New patient · Clinical Data Service' };

export default async function NewPatientPage() {
  const { today, zone, mayWrite, mayAdminister } = await openPortal();
  return (
    <MainArea>
      <PageHeading title="New patient" />
      {mayWrite ? (
        <NewPatientForm
          mayGiveMrn={mayAdminister}
          today={today}
          zone={zone}
          found={await draftOf('/patients/new')}
        />
      ) : (
        <NotAllowed what="create patients" />
      )}
    </MainArea>
  );
}
