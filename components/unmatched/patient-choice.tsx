/** Possible patients of a report: search results and suggested matches. */
import type { ReactNode } from 'react';
import type { Candidate } from '@/server/domain/inbound-reports/contract';
import { MOST_LOOKED_UP } from '@/server/domain/inbound-reports/rules';
import { count } from '../format/numbers';
import { PatientSearch } from '../patients/patient-search';
import { Fold } from '../ui/fold';
import { SectionHeading } from '../ui/page-heading';
import { hrefOf } from '../ui/pager';
import { CandidateCard } from './candidate-card';
import { RestrictedCharts } from './restricted-charts';
import type { SentPatient } from './sent-patient';

const RESULTS_HEADING = 'search-results';

interface PatientChoiceProps<One extends Candidate> {
  sent: SentPatient;
  candidates: readonly One[];
  others: readonly One[];
  /** Possible matches in restricted charts (`pat_…`). */
  restricted: readonly string[];
  /** Of the page, for the search form. */
  path: string;
  q: string | undefined;
  /** Why the search failed. */
  problem: string | null;
  /** More results than shown. */
  more: boolean;
  /** The connection. */
  sender: string;
  /** What matches the MRN of a patient, instead of the MRN sent. */
  noteOfMrn?: (candidate: One) => string | null;
  /** Actions of a card. */
  renderAction: (candidate: One) => ReactNode;
}

export function PatientChoice<One extends Candidate>({
  sent,
  candidates,
  others,
  restricted,
  path,
  q,
  problem,
  more,
  sender,
  noteOfMrn,
  renderAction,
}: PatientChoiceProps<One>) {
  const searched = new Set(others.map(({ patient }) => patient.id));
  const suggested = candidates.filter(({ patient }) => !searched.has(patient.id));
  const close = suggested.filter((one) => one.close);
  const weaker = suggested.filter((one) => !one.close);
  const card = (candidate: One) => (
    <CandidateCard
      key={candidate.patient.id}
      sent={sent}
      candidate={candidate}
      sender={sender}
      noteOfMrn={noteOfMrn?.(candidate) ?? null}
    >
      {renderAction(candidate)}
    </CandidateCard>
  );
  return (
    <section aria-labelledby="candidates">
      <SectionHeading id="candidates" title="Possible matches" />
      {q === undefined ? null : (
        <div className="mb-4">
          <h3 id={RESULTS_HEADING} tabIndex={-1} className="font-semibold wrap-anywhere">
            Results for “{q}”
          </h3>
          {problem ? <p role="alert">{problem}</p> : null}
          {!problem && others.length === 0 ? (
            <p>No {candidates.length > 0 ? 'other ' : ''}patients match.</p>
          ) : null}
          {others.map(card)}
          {more ? <p>More than {MOST_LOOKED_UP} patients match. Add the birth date or MRN.</p> : null}
          {suggested.length > 0 ? <h3 className="mt-4 font-semibold">Suggested matches</h3> : null}
        </div>
      )}
      <RestrictedCharts ids={restricted} path={hrefOf(path, { q })} />
      {close.length === 0 && restricted.length === 0 && q === undefined ? (
        <p className="mb-3">No close matches. Search for the patient.</p>
      ) : null}
      {close.map(card)}
      {weaker.length > 0 ? (
        <Fold look="part" title={count(weaker.length, 'weaker match', 'weaker matches')}>
          {weaker.map(card)}
        </Fold>
      ) : null}
      <PatientSearch
        path={path}
        q={q}
        label={candidates.length + others.length > 0 ? 'Find another patient' : 'Find a patient'}
        secondaryLabel="Search"
        id="find-other"
        resultsId={RESULTS_HEADING}
        className="my-4"
      />
    </section>
  );
}
