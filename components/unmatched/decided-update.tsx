/** Patient data that needs no decision: what became of it, what changed in the chart, and Undo while it is the same. */
import type { PatientUpdateDetail } from '@/server/domain/patient-updates/contract';
import { list } from '../format/lists';
import { LinkButton } from '../ui/link-button';
import { SectionHeading } from '../ui/page-heading';
import { AppliedChanges } from './applied-changes';
import { UndoUpdate } from './decide-update';
import { DecisionNotice, ToPatient } from './decision-notice';
import { patientName } from './texts';

const APPLIED_WORDS: Readonly<
  Record<Exclude<NonNullable<PatientUpdateDetail['outcome']>, 'closed'>, string>
> = {
  created: 'Created',
  updated: 'Applied',
  unchanged: 'Applied',
  merged: 'Merged',
};

/** A request is decided by keeping the patient, or by closing it. */
function wordOf({ state, outcome, problem, candidates }: PatientUpdateDetail): string {
  if (outcome === 'closed')
    return problem === 'deletion_sent' && candidates.length > 0 ? 'Patient kept' : 'Request closed';
  if (state === 'applied') return outcome ? APPLIED_WORDS[outcome] : 'Applied';
  if (state === 'older') return 'Superseded by a newer message';
  return state === 'dismissed' ? 'Rejected' : 'No action needed';
}

export function UpdateDecision({ update }: { update: PatientUpdateDetail }) {
  const { state, outcome, decided, merge, candidates, patient_id, newest_id } = update;
  const isApplied = state === 'applied';
  const undone = merge?.undone ?? null;
  if (undone)
    return (
      <DecisionNotice kind="info" word="Merge undone" decided={undone} reason={undone.reason} href={null} />
    );
  const chart = candidates.find(({ patient }) => patient.id === patient_id);
  const name = chart ? patientName(chart.patient) : null;
  return (
    <DecisionNotice
      kind={isApplied ? 'success' : 'info'}
      word={wordOf(update)}
      decided={decided}
      reason={decided?.reason ?? null}
      href={newest_id && `/unmatched/patients/${newest_id}`}
      linkLabel="Open newest message"
    >
      {!isApplied ? null : name === null || outcome === 'updated' || outcome === 'unchanged' ? (
        <ToPatient name={name} />
      ) : (
        <>
          {merge ? (
            <>
              <bdi>{patientName(merge)}</bdi> into{' '}
            </>
          ) : outcome === 'merged' ? (
            'into '
          ) : null}
          <bdi>{name}</bdi>
        </>
      )}
    </DecisionNotice>
  );
}

export function DecidedUpdate({ update }: { update: PatientUpdateDetail }) {
  const { changes, outcome, patient_id, merge } = update;
  const since = changes?.changed_since.map((field) => field.replaceAll('_', ' ')) ?? [];
  return (
    <section aria-labelledby="changes">
      <SectionHeading id="changes" title="Chart" />
      {changes ? <AppliedChanges applied={changes} columns={['Before', 'After']} /> : null}
      {outcome === 'merged' && !merge?.undone ? (
        <p className="mb-3">You can undo the merge and its changes in the details of the chart.</p>
      ) : null}
      {since.length > 0 ? (
        <p className="mb-3">
          This cannot be undone. Changed since: {list(since)}. Correct the chart under Details.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {patient_id ? (
          <LinkButton
            href={`/patients/${patient_id}${outcome === 'merged' ? '/details#merged' : since.length > 0 ? '/details' : ''}`}
            weight="secondary"
          >
            {outcome === 'merged' || since.length > 0 ? 'Open details' : 'Open chart'}
          </LinkButton>
        ) : null}
        {changes?.may_undo ? <UndoUpdate updateId={update.id} /> : null}
      </div>
    </section>
  );
}
