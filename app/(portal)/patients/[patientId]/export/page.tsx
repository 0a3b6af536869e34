import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { ExportChart } from '@/components/patients/export-chart';
import { pageTitle } from '@/components/patients/patient-view';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { PageHeading } from '@/components/ui/page-heading';

interface ExportPageProps {
  params: Promise<{ patientId: string }>;
}

export async function generateMetadata({ params }: ExportPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Export chart') };
}

export default async function ExportChartPage({ params }: ExportPageProps) {
  const { patientId } = await params;
  const [{ mayAdminister, recordDenied }, patient] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
  ]);
  if (!mayAdminister) await recordDenied('get_patient_export', patient.id);
  return (
    <MainArea>
      <PageHeading
        parent={{ href: `/patients/${patient.id}/details`, label: 'Details' }}
        title="Export chart"
      >
        For patients who request a copy of their data, or move to another practice.
      </PageHeading>
      {mayAdminister ? <ExportChart patientId={patient.id} /> : <NotAllowed what="export charts" />}
    </MainArea>
  );
}
