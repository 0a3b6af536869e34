import type { Metadata } from 'next';
import { Denied } from '@/app/_lib/denied';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { ExportChart } from '@/components/patients/export-chart';
import { pageTitle } from '@/components/patients/patient-view';
import { MainArea } from '@/components/shell/main-area';
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
  const [{ mayAdminister }, patient] = await Promise.all([getPageContext(), getPatient(patientId)]);
  return (
    <MainArea>
      <PageHeading
        parent={{ href: `/patients/${patient.id}/details`, label: 'Details' }}
        title="Export chart"
      >
        For patients who request a copy of their data, or move to another practice.
      </PageHeading>
      {mayAdminister ? (
        <ExportChart patientId={patient.id} />
      ) : (
        <Denied what="export charts" action="get_patient_export" patientId={patient.id} />
      )}
    </MainArea>
  );
}
