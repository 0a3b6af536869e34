import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getDraft } from '@/app/_lib/draft';
import { Denied } from '@/app/_lib/denied';
import { orNotFound } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { isolate } from '@/components/format/isolate';
import { MainArea } from '@/components/shell/main-area';
import { NewPatientForm } from '@/components/patients/new-patient-form';
import { prefillFromSearch } from '@/components/patients/prefill-from-search';
import { Notice } from '@/components/ui/notice';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { sentDate } from '@/components/unmatched/texts';
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
        <Denied what="create patients" action="register_patient" />
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

/** Of what the patient is created, and what follows. */
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
  if (from.startsWith('res_')) return findMoved(from);
  const sent = await orNotFound(caller.inboundReports.getUnmatchedReport({ id: from }));
  const isOpen = sent.state !== 'filed' && sent.state !== 'waiting' && sent.state !== 'rejected';
  return { sent, back: `/unmatched/${sent.id}`, what: 'report', sender: sent.laboratory, isOpen };
}

const NOTHING_SENT = { family: null, given: null, birth_date: null, sex: null, mrn: null };

/** A report that is filed to the wrong patient. */
async function findMoved(from: string) {
  const { caller } = await getPageContext();
  const { patient_id: wrong, moved } = await orNotFound(caller.inboundReports.getReportMove({ id: from }));
  const back = `/patients/${wrong}/results/${from}/move`;
  if (moved) redirect(back);
  const choice = await orNotFound(caller.inboundReports.listRematchCandidates({ id: from }));
  const sent = {
    ...(choice.sent ?? NOTHING_SENT),
    id: from,
    candidates: choice.candidates,
    sent: { contacts: [], addresses: [], birth_date_unread: choice.sent?.birth_date_unread ?? null },
  };
  return { sent, back, what: 'moved', sender: choice.sent?.laboratory ?? null, isOpen: true };
}

/** For the patient of a report, document or message of a hospital. */
async function SentForm({ from }: { from: string }) {
  const [{ today, mayAdminister }, { sent, back, what, sender, isOpen }] = await Promise.all([
    getPageContext(),
    findSent(from),
  ]);
  const path = `/patients/new?from=${sent.id}`;
  // Already filed or rejected by someone else.
  if (!isOpen) redirect(back);
  const { birth_date_unread: unread } = sent.sent;
  const birthDate = sent.birth_date ? sentDate(sent.birth_date) : unread && `“${unread}” (not a valid date)`;
  const keptMrn = 'mrn_if_created' in sent ? sent.mrn_if_created : null;
  // The hospital's number is kept, whatever the role of the user.
  const isTheirMrn = keptMrn !== null && (what === 'message' || ('becomes_mrn' in sent && sent.becomes_mrn));
  const mayEditMrn = mayAdminister && !isTheirMrn;
  const noun = what === 'moved' ? 'report' : what;
  return (
    <>
      {sender === null ? null : (
        <Notice word="Prefilled" className="mb-5 max-w-prose">
          Data from {isolate(sender)}. Check each field.{' '}
          {what === 'message' ? (
            <>
              Other data in <TextLink href={back}>the message</TextLink> is added too.
            </>
          ) : (
            <>
              {mayEditMrn || isTheirMrn || keptMrn === null
                ? null
                : `The sent MRN, ${keptMrn}, is kept as an identifier. `}
              Then {what === 'moved' ? 'move' : 'file'} <TextLink href={back}>the {noun}</TextLink>.
            </>
          )}
          {isTheirMrn ? ` MRN: ${keptMrn}.` : null}
        </Notice>
      )}
      <NewPatientForm
        key={sent.id}
        mayEditMrn={mayEditMrn}
        today={today}
        path={path}
        from={sent.id}
        found={await getDraft(path)}
        known={prefillPatient(sent)}
        sentBirthDate={sent.birth_date}
        birthDateHint={birthDate && sender ? `${isolate(sender)} sent: ${birthDate}` : null}
        sentMatches={{
          patients: sent.candidates.filter(({ close }) => close).map(({ patient }) => patient),
          compare: { href: back, label: `Compare with the ${noun}` },
        }}
        next={back}
      />
    </>
  );
}
