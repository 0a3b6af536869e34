'use client';
/** The records that were merged into a patient, with undo. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useFormat } from '#format';
import type { PatientMerge, UnmergedPatients } from '@/server/domain/patients/contract';
import { MOST_REASON } from '@/server/domain/patients/rules';
import type { Colleague } from '@/server/domain/people/contract';
import { api } from '../client/client';
import { useOnce } from '../client/use-once';
import { formatName } from '../format/names';
import { announce } from '../ui/live-region';
import { Notice } from '../ui/notice';
import { SectionHeading } from '../ui/page-heading';
import { ReasonDialog } from '../ui/reason-dialog';
import { TextLink } from '../ui/text-link';
import { LABELS, type Field } from './details';

interface MergedRecordsProps {
  patientId: string;
  merges: readonly PatientMerge[];
  more: boolean;
  colleagues: readonly Colleague[];
  mayUndo: boolean;
}

export function MergedRecords({ patientId, merges, more, colleagues, mayUndo }: MergedRecordsProps) {
  const format = useFormat();
  const [unmerged, setUnmerged] = useState<UnmergedPatients | null>(null);
  const by = (id: string | null) => {
    if (id === null || id === 'system') return 'automatically';
    const name = colleagues.find((colleague) => colleague.id === id)?.name;
    return name ? `by ${name}` : id.startsWith('key_') ? 'by a connected system' : 'by a former member';
  };
  return (
    <section aria-labelledby="merged" className="mt-10 max-w-3xl">
      <SectionHeading id="merged" title="Merged records" />
      {unmerged ? <Undecided patientId={patientId} unmerged={unmerged} /> : null}
      <ul className="border-t-2 border-ink">
        {merges.map((merge) => (
          <li key={merge.id} className="flex flex-wrap justify-between gap-2 border-b border-line py-2">
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">
                <bdi>{formatName(merge.merged_name)}</bdi>, MRN {merge.merged_mrn}
              </p>
              <p className="text-sm">
                Merged {format.instant(merge.merged_at)} {by(merge.merged_by)}
                {merge.reason ? `: “${merge.reason}”` : '.'}
              </p>
              {merge.unmerged_at ? (
                <p className="text-sm">
                  Undone {format.instant(merge.unmerged_at)} {by(merge.unmerged_by)}
                  {merge.unmerge_reason ? `: “${merge.unmerge_reason}”` : '.'}
                </p>
              ) : null}
            </div>
            {mayUndo && !merge.unmerged_at ? (
              <UndoMerge patientId={patientId} merge={merge} done={setUnmerged} />
            ) : null}
          </li>
        ))}
      </ul>
      {more ? <p className="mt-2">Older merges are not shown.</p> : null}
    </section>
  );
}

interface UndoMergeProps {
  patientId: string;
  merge: PatientMerge;
  done: (unmerged: UnmergedPatients) => void;
}

function UndoMerge({ patientId, merge, done }: UndoMergeProps) {
  const router = useRouter();
  const submission = useOnce();
  return (
    <ReasonDialog
      id={`unmerge-${merge.id}`}
      maxLength={MOST_REASON}
      opener={{
        label: 'Undo merge',
        weight: 'secondary',
        name: `Undo merge of MRN ${merge.merged_mrn}`,
      }}
      title={`Undo the merge with MRN ${merge.merged_mrn}?`}
      confirm="Undo merge"
      onConfirm={async (reason) => {
        const input = { id: patientId, merged_patient_id: merge.merged_patient_id, reason };
        done(await submission.send((options) => api.patients.unmergePatients.mutate(input, options)));
      }}
      done={() => {
        // The notice above the list says what to check.
        announce('Merge undone.');
        router.refresh();
      }}
    >
      <p className="mb-3">
        Results, orders and documents of this record, from before and after the merge, return to it. Fields
        that the merge changed get their previous values, unless they have changed since. Connected systems
        are notified.
        {merge.source === 'feed' && merge.merged_by !== 'system'
          ? ' The hospital’s request to merge them is unmatched again.'
          : null}
      </p>
    </ReasonDialog>
  );
}

const WORDS = { lab_order: 'Order', lab_result: 'Report', document: 'Document' } as const;
const FOLDERS = { lab_order: 'orders', lab_result: 'results', document: 'documents' } as const;

/** What a user must check after a merge was undone. */
function Undecided({ patientId, unmerged }: { patientId: string; unmerged: UnmergedPatients }) {
  const { undecided, restored } = unmerged;
  return (
    <Notice kind={undecided.length > 0 ? 'problem' : 'success'} word="Merge undone" className="mb-4">
      <TextLink href={`/patients/${restored.id}`}>Open the restored record, MRN {restored.mrn}</TextLink>
      {undecided.length > 0 ? (
        <>
          <p className="mt-2">
            Users added the following to the chart after the merge. They stay in this record: check which
            patient they belong to, and move them if necessary.
          </p>
          <ul className="mt-1 list-disc pl-5">
            {undecided.map(({ object, id, field }, index) => (
              <li key={`${id} ${field}`}>
                {object === 'patient' ? (
                  `${field === 'name' ? 'Name' : LABELS[field as Field]}: changed after the merge`
                ) : (
                  <TextLink href={`/patients/${patientId}/${FOLDERS[object]}/${id}`}>
                    {WORDS[object]} {index + 1}
                  </TextLink>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Notice>
  );
}
