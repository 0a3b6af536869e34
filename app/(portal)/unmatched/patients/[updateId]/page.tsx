import type { Metadata } from 'next';
import { Denied } from '@/app/_lib/denied';
import { load, orRemoved } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { searchPatients } from '@/app/_lib/search-patients';
import { isolate } from '@/components/format/isolate';
import { either } from '@/components/format/lists';
import { MainArea } from '@/components/shell/main-area';
import type { PatientUpdateDetail, UpdateCandidate } from '@/server/domain/patient-updates/contract';
import { NOT_OF_ONE_PATIENT } from '@/server/domain/patient-updates/rules';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { AppliedChanges } from '@/components/unmatched/applied-changes';
import { CandidateCard } from '@/components/unmatched/candidate-card';
import { ApplyUpdate, CloseDeletion, RejectUpdate, ReturnUpdate } from '@/components/unmatched/decide-update';
import { DecidedUpdate, UpdateDecision } from '@/components/unmatched/decided-update';
import { NewerMessage } from '@/components/unmatched/newer-message';
import { LaterData } from '@/components/unmatched/later-data';
import { NoMatch } from '@/components/unmatched/no-match';
import { ChoiceKeys } from '@/components/unmatched/choice-keys';
import { FollowDecision } from '@/components/unmatched/follow-decision';
import { PatientChoice } from '@/components/unmatched/patient-choice';
import { ProposedMerge } from '@/components/unmatched/proposed-merge';
import { RequestNotice } from '@/components/unmatched/request-notice';
import { RequestedRecords } from '@/components/unmatched/requested-records';
import { RestrictedCharts } from '@/components/unmatched/restricted-charts';
import { SentUpdate } from '@/components/unmatched/sent-update';
import {
  matchedPatient,
  priorMrnNote,
  priorSubject,
  sentSubject,
  updateTitle,
} from '@/components/unmatched/texts';
import { updateProblem } from '@/components/unmatched/update-list';
import { listOf } from '@/components/unmatched/views';
import { isOfAnother, TakenMrns, WrongPatient } from '@/components/unmatched/wrong-patient';

export const metadata: Metadata = { title: 'Patient data to review' };

interface PatientUpdatePageProps {
  params: Promise<{ updateId: string }>;
  searchParams: Promise<Query>;
}

/** Administrators. */
const MOST_NAMED = 3;

const needsReason = (candidate: Omit<UpdateCandidate, 'applied' | 'taken_mrns'>): boolean =>
  isOfAnother(candidate) || (!candidate.has_prior_mrn && candidate.compared.mrn === 'different');

/** A request about a record that was deleted, or about records that are merged by hand, is only closed. */
function rejectedBy({ problem, may_close, outcome }: PatientUpdateDetail) {
  if (problem === 'deletion_sent') return 'deletion';
  if (problem === 'deletion_done') return 'request';
  if (problem !== 'merge_sent') return 'data';
  return may_close || outcome === 'closed' ? 'request' : 'merge';
}

export default async function PatientUpdatePage({ params, searchParams }: PatientUpdatePageProps) {
  const [{ updateId }, query] = await Promise.all([params, searchParams]);
  const { caller, session, format, mayEditPatients, mayAdminister } = await getPageContext();
  if (!mayEditPatients)
    return (
      <MainArea>
        <PageHeading title="Patient data to review" />
        <Denied what="review patient data" action="get_patient_update" />
      </MainArea>
    );
  const q = queryParam(query, 'q');
  const found = await searchPatients(q);
  const { value: update, removed } = await orRemoved(
    caller.patientUpdates.getPatientUpdate({ id: updateId, with: found.ids }),
  );
  if (removed !== null)
    return (
      <MainArea>
        <PageHeading title="Patient data to review">{removed}</PageHeading>
      </MainArea>
    );
  const administrators =
    update.problem === 'deletion_sent' && !mayAdminister
      ? ((await load(caller.people.listColleagues({}))).value?.data.flatMap(({ role, name }) =>
          role === 'admin' ? isolate(name) : [],
        ) ?? [])
      : [];
  const isOpen = update.state === 'unmatched' || update.state === 'conflict';
  const isRejected = update.state === 'dismissed';
  const isApplied = update.state === 'applied';
  const ofRecords = isOpen || (NOT_OF_ONE_PATIENT as readonly (string | null)[]).includes(update.problem);
  return (
    <MainArea>
      <FollowDecision
        id={update.id}
        state={update.state}
        messageId={update.message_id}
        since={session.position}
      />
      <PageHeading
        parent={listOf(update.state, update.outcome)}
        title={updateTitle(update)}
        actions={
          isOpen && update.problem === 'deletion_done' ? (
            <CloseDeletion updateId={update.id} subject={sentSubject(update)} />
          ) : isOpen ? (
            <RejectUpdate
              updateId={update.id}
              what={rejectedBy(update)}
              subject={sentSubject(update)}
              hospital={update.connection}
            />
          ) : isRejected ? (
            <ReturnUpdate updateId={update.id} what={rejectedBy(update)} subject={sentSubject(update)} />
          ) : null
        }
      >
        {update.connection}, received {format.instant(update.received_at)}.{' '}
        {isApplied || update.state === 'older' || (!isOpen && !update.problem)
          ? ''
          : updateProblem({ ...update, birth_date_unread: update.sent.birth_date_unread })}
      </PageHeading>
      {isOpen ? <NewerMessage update={update} /> : <UpdateDecision update={update} />}
      <LaterData update={update} />
      {update.may_apply ? <ChoiceKeys of={update} does="apply here" /> : null}
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <SentUpdate update={update} />
        {update.may_apply ? (
          <div>
            {update.request ? <RequestNotice update={update} request={update.request} /> : null}
            <PatientChoice
              sent={update}
              candidates={update.candidates}
              others={update.others}
              restricted={update.restricted}
              path={`/unmatched/patients/${update.id}`}
              q={q}
              problem={found.problem}
              more={found.more}
              sender={update.connection}
              noteOfMrn={priorMrnNote(update)}
              renderAction={({ applied, taken_mrns: taken, ...candidate }) =>
                taken.length > 0 ? (
                  <TakenMrns of={taken} />
                ) : (
                  <>
                    {candidate.prior_name_differs ? (
                      <WrongPatient candidate={candidate} prior={priorSubject(update)} />
                    ) : null}
                    {applied ? <AppliedChanges applied={applied} compared={candidate.compared} /> : null}
                    <ApplyUpdate
                      updateId={update.id}
                      patient={matchedPatient(update, candidate)}
                      needsReason={needsReason(candidate)}
                      isNameOnly={!update.mrn && !update.birth_date}
                      warning={<WrongPatient candidate={candidate} prior={priorSubject(update)} />}
                    >
                      {applied ? <AppliedChanges applied={applied} /> : null}
                    </ApplyUpdate>
                  </>
                )
              }
            />
            {update.may_create ? <NoMatch from={update.id} what="message" /> : null}
          </div>
        ) : isApplied ? (
          <DecidedUpdate update={update} />
        ) : update.proposed_merge ? (
          <ProposedMerge update={update} merge={update.proposed_merge} />
        ) : update.problem === 'merge_sent' ? (
          <RequestedRecords update={update} isOpen={isOpen} />
        ) : !isOpen && !ofRecords && update.candidates.length === 0 ? null : (
          <section aria-labelledby="candidates">
            <SectionHeading
              id="candidates"
              title={ofRecords ? 'Records of the message' : 'Possible matches'}
            />
            {isOpen && update.problem === 'deletion_sent' ? (
              <p className="mb-4">
                {mayAdminister
                  ? 'If the request is right, delete the patient in the chart. Otherwise keep the patient.'
                  : `If the request is right, ask an administrator to delete the patient${administrators.length > 0 ? `: ${either(administrators.slice(0, MOST_NAMED))}` : ''}. Otherwise keep the patient.`}
              </p>
            ) : null}
            {update.candidates.map((candidate) => (
              <CandidateCard
                key={candidate.patient.id}
                sent={update}
                candidate={candidate}
                sender={update.connection}
              >
                {isOpen && mayAdminister ? (
                  <LinkButton
                    href={`/patients/${candidate.patient.id}/details?request=${update.id}`}
                    weight="secondary"
                  >
                    Open details to delete
                  </LinkButton>
                ) : null}
              </CandidateCard>
            ))}
            <RestrictedCharts ids={update.restricted} path={`/unmatched/patients/${update.id}`} />
            {update.candidates.length + update.restricted.length > 0 ? null : <p>None.</p>}
          </section>
        )}
      </div>
    </MainArea>
  );
}
