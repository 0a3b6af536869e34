/** Possible patients of a report: search results and suggested matches. */
import type { ReactNode } from 'react';
import type { Candidate } from '@/server/domain/inbound-reports/contract';
import { MOST_LOOKED_UP } from '@/server/domain/inbound-reports/rules';
import { formatDate } from '../format/dates';
import { count } from '../format/numbers';
import { sexWord } from '../format/sex';
import { PatientSearch } from '../patients/patient-search';
import { Fold } from '../ui/fold';
import { Icon } from '../ui/icons';
import { SectionHeading } from '../ui/page-heading';
import { hrefOf } from '../ui/pager';
import { CandidateCard } from './candidate-card';
import { RestrictedCharts } from './restricted-charts';
import type { SentPatient } from './sent-patient';
import { patientName } from './texts';

const RESULTS_HEADING = 'search-results';

/** One line, without a comparison. What differs from the message is marked. */
function ShortIdentity({ of: { patient, compared } }: { of: Candidate }) {
  const facts = [
    [[compared.family, compared.given].includes('different'), 'different name'],
    [compared.birth_date === 'different', formatDate(patient.birth_date)],
    [compared.sex === 'different', sexWord(patient.sex)],
    [compared.mrn === 'different', `MRN ${patient.mrn}`],
  ] as const;
  return facts.map(([differs, text], at) =>
    differs ? (
      <strong key={text} className="mr-3 inline-flex items-baseline gap-1 text-ink">
        <Icon name="problem" className="size-4 shrink-0 self-center" /> {text}
      </strong>
    ) : at === 0 ? null : (
      <span key={text} className="mr-3">
        {text}
      </span>
    ),
  );
}

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
      <RestrictedCharts ids={restricted} path={hrefOf(path, { q })} />
      {close.length === 0 && restricted.length === 0 && q === undefined ? (
        <p className="mb-3">No close matches. Search for the patient.</p>
      ) : null}
      {q !== undefined && suggested.length > 0 ? <h3 className="font-semibold">Suggested matches</h3> : null}
      {close.map(card)}
      {weaker.length > 0 ? (
        <Fold look="part" title={count(weaker.length, 'weaker match', 'weaker matches')}>
          {weaker.map(card)}
        </Fold>
      ) : null}
      {q === undefined ? null : (
        <div className="mt-4">
          <h3 id={RESULTS_HEADING} tabIndex={-1} className="font-semibold wrap-anywhere">
            Results for “{q}”
          </h3>
          {problem ? <p role="alert">{problem}</p> : null}
          {!problem && others.length === 0 ? (
            <p>No {candidates.length > 0 ? 'other ' : ''}patients match.</p>
          ) : null}
          {others.map((candidate) =>
            candidate.close || others.length === 1 ? (
              card(candidate)
            ) : (
              <Fold
                key={candidate.patient.id}
                look="part"
                title={patientName(candidate.patient)}
                state={<ShortIdentity of={candidate} />}
              >
                {card(candidate)}
              </Fold>
            ),
          )}
          {more ? <p>More than {MOST_LOOKED_UP} patients match. Add the birth date or MRN.</p> : null}
        </div>
      )}
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
