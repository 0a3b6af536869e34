import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getDraft } from '@/app/_lib/draft';
import { orNotFound } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { formatDate } from '@/components/format/dates';
import { isolate } from '@/components/format/isolate';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { NewPatientForm } from '@/components/patients/new-patient-form';
import { prefillFromSearch } from '@/components/patients/prefill-from-search';
import { Notice } from '@/components/ui/notice';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { patientName } from '@/components/unmatched/texts';
import { prefillPatient } from '@/components/unmatched/prefill-patient';

export const metadata: Metadata = { title: 'New patient' };

export default async function NewPatientPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [query, { mayEditPatients }] = await Promise.all([searchParams, getPageContext()]);
  const from = queryParam(query, 'from');
  const q = queryParam(query, 'q');
  return (
    <MainArea>
      <PageHeading title="New patient" />
      {!mayEditPatients ? (
        <NotAllowed what="create patients" />
      ) : from === undefined ? (
        <EmptyForm key={q} q={q} />
      ) : (
        <SentForm from={from} />
      )}
    </MainArea>
  );
}

interface EmptyFormProps {
  /** The search without a match. */
  q: string | undefined;
}

async function EmptyForm({ q }: EmptyFormProps) {
  const { today, mayAdminister } = await getPageContext();
  // What was just typed wins over an older draft.
  const start = q ? { known: prefillFromSearch(q), found: null } : { found: await getDraft('/patients/new') };
  return <NewPatientForm mayEditMrn={mayAdminister} today={today} {...start} />;
}

async function findSent(from: string) {
  const { caller } = await getPageContext();
  if (from.startsWith('upd_')) {
    const sent = await orNotFound(caller.patientUpdates.getPatientUpdate({ id: from }));
    const back = `/unmatched/patients/${sent.id}`;
    return { sent, back, what: 'message', sender: sent.connection, isOpen: sent.may_create };
  }
  if (from.startsWith('idc_')) {
    const sent = await orNotFound(caller.inboundDocuments.getInboundDocument({ id: from }));
    const back = `/unmatched/documents/${sent.id}`;
    return { sent, back, what: 'document', sender: sent.connection, isOpen: sent.may_file };
  }
  const sent = await orNotFound(caller.inboundReports.getUnmatchedReport({ id: from }));
  const isOpen = sent.state !== 'filed' && sent.state !== 'waiting' && sent.state !== 'rejected';
  return { sent, back: `/unmatched/${sent.id}`, what: 'report', sender: sent.laboratory, isOpen };
}

/** For the patient of an unmatched report, document or message of a hospital. */
async function SentForm({ from }: { from: string }) {
  const [{ today, mayAdminister }, { sent, back, what, sender, isOpen }] = await Promise.all([
    getPageContext(),
    findSent(from),
  ]);
  const path = `/patients/new?from=${sent.id}`;
  // Already filed or rejected by someone else.
  if (!isOpen) redirect(back);
  // Shown as a hint, because it is not a birth date.
  const sentBirthDate = sent.birth_date?.length === 10 ? null : sent.birth_date;
  // The hospital's number is kept, whatever the role of the user.
  const sentMrn = 'mrn_if_created' in sent ? sent.mrn_if_created : null;
  return (
    <>
      <Notice word="Prefilled" className="mb-5 max-w-prose">
        Data from {sender}. Check each field.{' '}
        {what === 'message' ? (
          <>
            Further data of <TextLink href={back}>the message</TextLink> is added.
            {sentMrn === null ? null : ` The MRN is ${sentMrn}.`}
          </>
        ) : (
          <>
            Then file <TextLink href={back}>the {what}</TextLink>.
          </>
        )}
      </Notice>
      {sent.candidates.length > 0 ? (
        <Notice word="Possible matches" className="mb-5 max-w-prose">
          {sent.candidates.map(({ patient }) => (
            <span key={patient.id} className="block">
              {isolate(patientName(patient))}, born {formatDate(patient.birth_date)}, MRN {patient.mrn}
            </span>
          ))}
          <TextLink href={back}>Compare them</TextLink> before you create another record.
        </Notice>
      ) : null}
      <NewPatientForm
        key={sent.id}
        mayEditMrn={mayAdminister && sentMrn === null}
        today={today}
        path={path}
        from={sent.id}
        found={await getDraft(path)}
        known={prefillPatient(sent)}
        sentBirthDate={sentBirthDate === null ? null : `${isolate(sender)} sent: ${sentBirthDate}`}
        next={back}
      />
    </>
  );
}
