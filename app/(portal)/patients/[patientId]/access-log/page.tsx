import type { Metadata } from 'next';
import { Denied } from '@/app/_lib/denied';
import { load, orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { accessTitle } from '@/components/admin/audit/access-title';
import { AuditPage } from '@/components/admin/audit/audit-page';
import { accessFilter, auditInput } from '@/components/admin/audit/audit-filter';
import { formatShortName } from '@/components/format/names';
import { dayProblems } from '@/components/format/day-range';
import { MainArea } from '@/components/shell/main-area';
import { pageTitle } from '@/components/patients/patient-view';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { hrefOf } from '@/components/ui/pager';
import { VISITS_PER_PAGE } from '@/server/domain/audit-log/rules';

interface AccessLogPageProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: AccessLogPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Access log') };
}

export default async function AccessLogPage({ params, searchParams }: AccessLogPageProps) {
  const [{ patientId }, given] = await Promise.all([params, searchParams]);
  const [{ caller, format, mayAdminister, now }, patient] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
  ]);
  if (!mayAdminister) {
    return (
      <MainArea>
        <PageHeading title="Access log" />
        <Denied what="view the access log" action="list_patient_access" patientId={patient.id} />
      </MainArea>
    );
  }
  const path = `/patients/${patient.id}/access-log`;
  const value = (name: string) => queryParam(given, name);
  const query = accessFilter.read(value);
  const cursor = queryParam(given, 'cursor');
  const problems = dayProblems(value);
  const list = problems
    ? null
    : await load(
        orFirstPage(
          caller.auditLog.listPatientAccess({
            patient_id: patient.id,
            limit: VISITS_PER_PAGE,
            ...(cursor ? { cursor } : {}),
            ...auditInput(query, format),
          }),
          hrefOf(path, query),
        ),
      );
  const actors = await load(caller.auditLog.listAuditActors({}));
  return (
    <AuditPage
      title={accessTitle(formatShortName(patient.name))}
      about={`MRN ${patient.mrn}. Who viewed or changed the chart, including denied requests.`}
      path={path}
      query={query}
      list={list}
      actors={actors}
      now={now}
      problems={problems}
      isFirst={!cursor}
      isLinked
      patientId={patient.id}
      file={
        problems ? null : (
          <LinkButton href={hrefOf(`/print/patients/${patient.id}/access`, query)} weight="secondary">
            Print
          </LinkButton>
        )
      }
    />
  );
}
