/** Applied patient data: the chart, what a user's decision changed in it, and Undo while nothing has changed since. */
import { useFormat } from '#format';
import type { PatientUpdateDetail } from '@/server/domain/patient-updates/contract';
import { list } from '../format/lists';
import { LinkButton } from '../ui/link-button';
import { SectionHeading } from '../ui/page-heading';
import { AppliedChanges } from './applied-changes';
import { UndoUpdate } from './decide-update';

export function DecidedUpdate({ update }: { update: PatientUpdateDetail }) {
  const format = useFormat();
  const { changes, outcome, patient_id, unmerged_at } = update;
  const since = changes?.changed_since.map((field) => field.replaceAll('_', ' ')) ?? [];
  return (
    <section aria-labelledby="changes">
      <SectionHeading id="changes" title="Chart" />
      {changes ? <AppliedChanges applied={changes} columns={['Before', 'After']} /> : null}
      {outcome === 'merged' ? (
        <p className="mb-3">
          {unmerged_at
            ? `The merge was undone ${format.instant(unmerged_at)}.`
            : 'You can undo the merge and its changes in the details of the chart.'}
        </p>
      ) : null}
      {since.length > 0 ? (
        <p className="mb-3">
          This cannot be undone. Changed since: {list(since)}. Correct the chart under Details.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {patient_id ? (
          <LinkButton
            href={`/patients/${patient_id}${outcome === 'merged' ? '/details' : ''}`}
            weight="secondary"
          >
            {outcome === 'merged' ? 'Open details' : 'Open chart'}
          </LinkButton>
        ) : null}
        {changes?.may_undo ? <UndoUpdate updateId={update.id} /> : null}
      </div>
    </section>
  );
}
