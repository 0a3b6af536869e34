/** Patients whose report it could be: those that were looked up, and those that are like the one that was sent. */
import type { ReactNode } from 'react';
import type { Candidate } from '@/server/domain/inbound-reports/contract';
import { MOST_LOOKED_UP } from '@/server/domain/inbound-reports/rules';
import { PatientSearch } from '../patients/patient-search';
import { SectionHeading } from '../ui/page-heading';
import { CandidateCard } from './candidate-card';
import type { SentPatient } from './sent-patient';

/** Heading of what was found. */
const FOUND = 'found-others';

interface PatientChoiceProps {
  sent: SentPatient;
  candidates: readonly Candidate[];
  others: readonly Candidate[];
  /** Of the page, for the form that looks up. */
  path: string;
  q: string | undefined;
  /** Why nothing could be looked up. */
  problem: string | null;
  /** The search has more than are shown. */
  more: boolean;
  /** What can be done with one of them. */
  act: (candidate: Candidate) => ReactNode;
}

export function PatientChoice({ sent, candidates, others, path, q, problem, more, act }: PatientChoiceProps) {
  const lookedUp = new Set(others.map(({ patient }) => patient.id));
  const proposed = candidates.filter(({ patient }) => !lookedUp.has(patient.id));
  const card = (candidate: Candidate) => (
    <CandidateCard key={candidate.patient.id} sent={sent} candidate={candidate}>
      {act(candidate)}
    </CandidateCard>
  );
  return (
    <section aria-labelledby="candidates">
      <SectionHeading id="candidates" title="Whose it could be" />
      <PatientSearch
        path={path}
        q={q}
        label="Look up another patient"
        aside="Look up"
        id="find-other"
        answerId={FOUND}
        className="my-4"
      />
      {q === undefined ? null : (
        <div className="mb-4">
          <h3 id={FOUND} tabIndex={-1} className="font-semibold wrap-anywhere">
            Found for “{q}”
          </h3>
          {problem ? <p role="alert">{problem}</p> : null}
          {!problem && others.length === 0 ? <p>No other patient matches.</p> : null}
          {others.map(card)}
          {more ? <p>More than {MOST_LOOKED_UP} match. Add the birth date or the MRN.</p> : null}
          {proposed.length > 0 ? <h3 className="mt-4 font-semibold">Like the one that was sent</h3> : null}
        </div>
      )}
      {candidates.length === 0 && q === undefined ? <p>No patient is like the one that was sent.</p> : null}
      {proposed.map(card)}
    </section>
  );
}
