'use client';
/** The decisions about patient data from a hospital. */
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { MAX_REASON } from '@/server/domain/patient-updates/rules';
import { ActionButton } from '../client/action-button';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { ReasonDialog } from '../ui/reason-dialog';
import { showToast, type Toast } from '../ui/toast';
import { MatchHere, type MatchedPatient } from './match-here';
import { UNMATCHED } from './views';

function useDone() {
  const router = useRouter();
  return (toast: Toast) => {
    showToast(toast);
    router.push(UNMATCHED);
    router.refresh();
  };
}

const openChart = (patientId: string) => ({ href: `/patients/${patientId}`, label: 'Open chart' });

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
      done={() =>
        done({ sentence: `Data applied to ${isolate(patient.name)}.`, link: openChart(patient.id) })
      }
    >
      <p className="mb-3">
        The data of the message replaces that of the chart. Newer data from the hospital is kept.
      </p>
      {children}
    </MatchHere>
  );
}

interface MergeFromUpdateProps {
  updateId: string;
  kept: { id: string; name: string };
  merged: { id: string; name: string };
  /** The identities of the records differ. */
  differs: boolean;
  /** Both records, what differs, and what it changes. */
  children: ReactNode;
}

/** Merges the two records that a hospital reports as one patient. */
export function MergeFromUpdate({ updateId, kept, merged, differs, children }: MergeFromUpdateProps) {
  const done = useDone();
  return (
    <ReasonDialog
      id="merge-reason"
      label={differs ? 'Reason for merging despite differences' : 'Reason'}
      maxLength={MAX_REASON}
      opener={{ label: 'Merge records', weight: 'primary' }}
      title={`Merge ${isolate(merged.name)} into ${isolate(kept.name)}?`}
      confirm="Merge records"
      onConfirm={(reason) =>
        api.patientUpdates.applyPatientUpdate.mutate({
          id: updateId,
          patient_id: kept.id,
          merged_patient_id: merged.id,
          reason,
        })
      }
      done={() => done({ sentence: 'Records merged.', link: openChart(kept.id) })}
    >
      {children}
    </ReasonDialog>
  );
}

interface RejectUpdateProps {
  updateId: string;
  /** Of the patient, as sent. */
  name: string;
  hospital: string;
}

export function RejectUpdate({ updateId, name, hospital }: RejectUpdateProps) {
  const done = useDone();
  return (
    <ReasonDialog
      id="reject-reason"
      maxLength={MAX_REASON}
      opener={{ label: 'Reject', weight: 'secondary' }}
      title="Reject patient data?"
      confirm="Reject"
      onConfirm={(reason) => api.patientUpdates.dismissPatientUpdate.mutate({ id: updateId, reason })}
      done={() =>
        done({
          sentence: `Patient data of ${isolate(name)} rejected.`,
          undo: async () => {
            await api.patientUpdates.returnPatientUpdate.mutate({ id: updateId });
            return {
              sentence: `Undone. The patient data of ${isolate(name)} is unmatched.`,
              href: `${UNMATCHED}/patients/${updateId}`,
            };
          },
        })
      }
    >
      <p className="mb-3">
        The data moves to “Rejected”, and no chart is changed. If {isolate(hospital)} sends the same data
        again, it is ignored.
      </p>
    </ReasonDialog>
  );
}

export const ReturnUpdate = ({ updateId, name }: Pick<RejectUpdateProps, 'updateId' | 'name'>) => (
  <ActionButton
    label="Return to unmatched"
    run={() => api.patientUpdates.returnPatientUpdate.mutate({ id: updateId })}
    done={`Patient data of ${isolate(name)} returned to unmatched.`}
  />
);
