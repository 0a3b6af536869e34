import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { Denied } from '@/app/_lib/denied';
import { orNotFound } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { searchPatients } from '@/app/_lib/search-patients';
import { MainArea } from '@/components/shell/main-area';
import { pageTitle } from '@/components/patients/patient-view';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { CandidateCard } from '@/components/unmatched/candidate-card';
import { MovedReport } from '@/components/unmatched/moved-report';
import { differencesOf } from '@/components/unmatched/differences';
import { NoMatch } from '@/components/unmatched/no-match';
import { PatientChoice } from '@/components/unmatched/patient-choice';
import { RematchReport } from '@/components/unmatched/rematch-report';
import { SentFacts } from '@/components/unmatched/sent-report';

interface MovePageProps {
  params: Promise<{ patientId: string; resultId: string }>;
  searchParams: Promise<Query>;
}

const TITLE = 'Move report to another patient';

const findMove = cache(async (resultId: string) => {
  const { caller } = await getPageContext();
  return orNotFound(caller.inboundReports.getReportMove({ id: resultId }));
});

export async function generateMetadata({ params }: MovePageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), TITLE) };
}

export default async function MovePage({ params, searchParams }: MovePageProps) {
  const [{ patientId, resultId }, query] = await Promise.all([params, searchParams]);
  const [{ caller, format, mayFileReports, mayEditPatients }, move] = await Promise.all([
    getPageContext(),
    findMove(resultId),
  ]);
  if (move.patient_id !== patientId) notFound();
  const back = `/patients/${patientId}/results/${resultId}`;
  const head = (
    <PageHeading parent={{ href: back, label: 'Back to report' }} title={TITLE}>
      {move.moved ? null : 'For a report filed to the wrong patient. Nothing changes until you confirm.'}
    </PageHeading>
  );
  if (!mayFileReports)
    return (
      <MainArea>
        {head}
        <Denied what="move reports" action="list_rematch_candidates" patientId={patientId} />
      </MainArea>
    );
  if (move.moved)
    return (
      <MainArea>
        {head}
        <MovedReport moved={move.moved} />
      </MainArea>
    );
  const q = queryParam(query, 'q');
  const found = await searchPatients(q);
  const choice = await caller.inboundReports.listRematchCandidates({ id: resultId, with: found.ids });
  const { sent, filed_at: filed } = choice;
  const wrote = sent
    ? { ...sent, sent: { addresses: [], birth_date_unread: sent.birth_date_unread } }
    : { family: null, given: null, birth_date: null, sex: null, mrn: null };
  // Never shown: nothing is compared with a report without a message.
  const sender = sent?.laboratory ?? '';
  return (
    <MainArea>
      {head}
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <div>
          <section aria-labelledby="sent" className="mb-6">
            <SectionHeading id="sent" title="Patient as sent by the laboratory" />
            {sent ? (
              <SentFacts sent={wrote} from={`${sent.laboratory}, ${format.instant(sent.received_at)}`} />
            ) : (
              <p>The report has no laboratory message, so there is nothing to compare.</p>
            )}
          </section>
          <section aria-labelledby="filed">
            <SectionHeading id="filed" title="Currently filed to" />
            <CandidateCard sent={wrote} candidate={filed} sender={sender} />
          </section>
        </div>
        <div>
          <PatientChoice
            sent={wrote}
            candidates={choice.candidates}
            others={choice.others}
            restricted={choice.restricted}
            path={`${back}/move`}
            q={q}
            problem={found.problem}
            more={found.more}
            sender={sender}
            renderAction={(candidate) => (
              <RematchReport
                resultId={resultId}
                from={filed.patient}
                to={candidate.patient}
                orders={candidate.orders}
                hasEarlierVersions={choice.has_earlier_versions}
                differences={differencesOf(wrote, candidate)}
              />
            )}
          />
          {mayEditPatients ? <NoMatch from={resultId} what="report" then="move" /> : null}
        </div>
      </div>
    </MainArea>
  );
}
