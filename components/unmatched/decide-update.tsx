'use client';
/** The decisions about patient data from a hospital. */
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { MAX_REASON } from '@/server/domain/patient-updates/rules';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { ReasonDialog } from '../ui/reason-dialog';
import { showToast } from '../ui/toast';
import { MatchHere, type MatchedPatient } from './match-here';

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
  patient: MatchedPatient;
  /** Patient and message contradict each other. */
  needsReason: boolean;
  /** What it changes. */
  children: ReactNode;
}

export function ApplyUpdate({ updateId, patient, needsReason, children }: ApplyUpdateProps) {
  const done = useDone();
  return (
    <MatchHere
      what="update"
      patient={patient}
      needsReason={needsReason}
      onConfirm={(given) =>
        api.patientUpdates.applyPatientUpdate.mutate({ id: updateId, patient_id: patient.id, ...given })
      }
      done={() => done(`Data applied to ${isolate(patient.name)}.`, patient.id)}
    >
      <p className="mb-3">
        All data of the message is applied to the chart. A different MRN is added to the identifiers.
      </p>
      {children}
    </MatchHere>
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

interface RejectUpdateProps {
  updateId: string;
  /** Of the patient, as sent. */
  name: string;
}

export function RejectUpdate({ updateId, name }: RejectUpdateProps) {
  const done = useDone();
  return (
    <ReasonDialog
      id="reject-reason"
      maxLength={MAX_REASON}
      opener={{ label: 'Reject', weight: 'secondary' }}
      title="Reject message?"
      confirm="Reject"
      onConfirm={(reason) => api.patientUpdates.dismissPatientUpdate.mutate({ id: updateId, reason })}
      done={() => done(`Message for ${isolate(name)} rejected.`)}
    >
      <p className="mb-3">
        No chart is changed. The data cannot be applied later, and will not be shown again if it is resent.
      </p>
    </ReasonDialog>
  );
}
