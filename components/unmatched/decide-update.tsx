'use client';
/** The decisions about patient data from a hospital. */
import { useRouter } from 'next/navigation';
import { MAX_REASON } from '@/server/domain/patient-updates/rules';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { ReasonDialog } from '../ui/reason-dialog';
import { showToast } from '../ui/toast';

function useDone() {
  const router = useRouter();
  return (sentence: string, patientId?: string | null) => {
    showToast(
      patientId ? { sentence, link: { href: `/patients/${patientId}`, label: 'Open chart' } } : { sentence },
    );
    router.push('/unmatched');
    router.refresh();
  };
}

interface ApplyUpdateProps {
  updateId: string;
  patient: { id: string; name: string };
  /** Patient and message contradict each other. */
  needsReason: boolean;
}

export function ApplyUpdate({ updateId, patient, needsReason }: ApplyUpdateProps) {
  const done = useDone();
  return (
    <ReasonDialog
      id={`reason-${patient.id}`}
      label={needsReason ? 'Reason for applying despite differences' : 'Note'}
      maxLength={MAX_REASON}
      optional={!needsReason}
      opener={{
        label: 'Apply to this patient',
        weight: 'secondary',
        name: `Apply to this patient, ${patient.name}`,
      }}
      title={`Apply to ${isolate(patient.name)}?`}
      confirm="Apply"
      onConfirm={(reason) =>
        api.patientUpdates.applyPatientUpdate.mutate({
          id: updateId,
          patient_id: patient.id,
          ...(reason === '' ? {} : { reason }),
        })
      }
      done={() => done(`Data applied to ${isolate(patient.name)}.`, patient.id)}
    >
      <p className="mb-3">
        All data of the message is applied to the chart. A different MRN is added to the identifiers.
      </p>
    </ReasonDialog>
  );
}

interface MergeFromUpdateProps {
  updateId: string;
  kept: { id: string; name: string; mrn: string };
  merged: { id: string; name: string; mrn: string };
}

/** Merges the two records that a hospital reports as one patient. */
export function MergeFromUpdate({ updateId, kept, merged }: MergeFromUpdateProps) {
  const done = useDone();
  return (
    <ReasonDialog
      id="merge-reason"
      maxLength={MAX_REASON}
      opener={{ label: 'Merge records', weight: 'primary' }}
      title={`Merge MRN ${merged.mrn} into MRN ${kept.mrn}?`}
      confirm="Merge records"
      onConfirm={(reason) =>
        api.patientUpdates.applyPatientUpdate.mutate({
          id: updateId,
          patient_id: kept.id,
          merged_patient_id: merged.id,
          reason,
        })
      }
      done={() => done('Records merged.', kept.id)}
    >
      <p className="mb-3">
        {isolate(kept.name)} is kept, with the details of the message and the results, orders and documents of
        both records. You can undo the merge in its details. Connected systems are notified.
      </p>
    </ReasonDialog>
  );
}

export function CreateFromUpdate({ updateId }: { updateId: string }) {
  const done = useDone();
  return (
    <ConfirmDialog
      opener={{ label: 'Create patient', weight: 'secondary' }}
      title="Create patient?"
      confirm="Create patient"
      onConfirm={() => api.patientUpdates.createFromPatientUpdate.mutate({ id: updateId })}
      done={() => done('Patient created.')}
    >
      <p>A new chart is created with all data of the message.</p>
    </ConfirmDialog>
  );
}

export function RejectUpdate({ updateId }: { updateId: string }) {
  const done = useDone();
  return (
    <ReasonDialog
      id="reject-reason"
      maxLength={MAX_REASON}
      opener={{ label: 'Reject', weight: 'secondary' }}
      title="Reject message?"
      confirm="Reject"
      onConfirm={(reason) => api.patientUpdates.dismissPatientUpdate.mutate({ id: updateId, reason })}
      done={() => done('Message rejected.')}
    >
      <p className="mb-3">No chart is changed. The same data will not be shown again.</p>
    </ReasonDialog>
  );
}
