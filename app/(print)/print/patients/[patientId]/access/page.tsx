import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Denied } from '@/app/_lib/denied';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { AccessSheet } from '@/components/admin/audit/access-sheet';
import { accessFilter, auditInput } from '@/components/admin/audit/audit-filter';
import { dayProblems } from '@/components/format/day-range';
import { pageTitle } from '@/components/patients/patient-view';
import { PrintSheet } from '@/components/print/print-sheet';
import { MainArea } from '@/components/shell/main-area';
import { EmptyState } from '@/components/ui/empty-state';
import { hrefOf } from '@/components/ui/pager';
import { MOST_PRINTED } from '@/server/domain/audit-log/rules';

interface PrintAccessProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: PrintAccessProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Access log, print') };
}

export default async function PrintAccessPage({ params, searchParams }: PrintAccessProps) {
  const [{ patientId }, given] = await Promise.all([params, searchParams]);
  const [{ caller, session, format, mayAdminister, today, now }, patient] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
  ]);
  if (!mayAdminister) {
    return (
      <MainArea>
        <Denied what="print the access log" action="print_patient_access" patientId={patient.id} />
      </MainArea>
    );
  }
  const value = (name: string) => queryParam(given, name);
  const query = accessFilter.read(value);
  const log = `/patients/${patient.id}/access-log`;
  // Its form shows the error.
  if (dayProblems(value)) redirect(hrefOf(log, { ...query, from: value('from'), to: value('to') }));
  const { entries, cut } = await caller.auditLog.printPatientAccess({
    patient_id: patient.id,
    ...auditInput(query, format),
  });
  return (
    <PrintSheet
      patient={patient}
      today={today}
      title="Access log"
      status={null}
      printedBy={session.userName}
      organization={session.orgName}
      logo={session.logo}
      printedAt={now}
      back={hrefOf(log, query)}
    >
      {cut ? <p className="mb-3 font-semibold">Only the newest {MOST_PRINTED} entries are printed.</p> : null}
      {entries.length === 0 ? (
        <EmptyState title="No entries." />
      ) : (
        <AccessSheet entries={entries} patientId={patient.id} />
      )}
    </PrintSheet>
  );
}
