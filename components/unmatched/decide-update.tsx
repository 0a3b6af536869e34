'use client';
/** The decisions about patient data from a hospital. */
import type { ReactNode } from 'react';
import { MAX_REASON } from '@/server/domain/patient-updates/rules';
import { ActionButton } from '../client/action-button';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import type { ShownError } from '../ui/error-message';
import { mergedSentence, mergeNames } from '../patients/merge-names';
import { undoMerge } from '../patients/undo-merge';
import { ReasonDialog } from '../ui/reason-dialog';
import { showToast, type Toast } from '../ui/toast';
import { useOutdated } from './follow-decision';
import { useBackToList } from './list-place';
import { MatchHere, type MatchedPatient } from './match-here';
import { UNMATCHED } from './views';

function useDone() {
  const back = useBackToList(UNMATCHED);
  return (toast: Toast) => {
    showToast(toast);
    back();
  };
}

/** The server's reason why it cannot be returned or undone. */
const sentenceOfState = ({ sentence, detail, code }: ShownError): string =>
  (code === 'invalid_state' && detail) || sentence;

const openChart = (patientId: string) => ({ href: `/patients/${patientId}`, label: 'Open chart' });

interface ApplyUpdateProps {
  updateId: string;
  patient: MatchedPatient;
  /** Patient and message contradict each other. */
  needsReason: boolean;
  /** Neither MRN nor birth date were sent. */
  isNameOnly: boolean;
  /** Why it may be the wrong patient. */
  warning: ReactNode;
  /** What it changes. */
  children: ReactNode;
}

export function ApplyUpdate({ updateId, warning, children, ...match }: ApplyUpdateProps) {
  const { patient } = match;
  const done = useDone();
  return (
    <MatchHere
      itemId={updateId}
      what="update"
      {...match}
      onConfirm={(given) =>
        api.patientUpdates.applyPatientUpdate.mutate({ id: updateId, patient_id: patient.id, ...given })
      }
      done={() =>
        done({
          sentence: `Data applied to ${isolate(patient.name)}, MRN ${patient.mrn}.`,
          undo: () => undoUpdate(updateId),
          link: openChart(patient.id),
        })
      }
    >
      {warning}
      <p className="mb-3">
        The changes are listed below. Values that the hospital sent later are kept. You can undo this until
        the values change again.
      </p>
      {children}
    </MatchHere>
  );
}

/** Values of later messages stay: the page of the data shows them. */
const UNDONE = 'Undone. The chart has its earlier values, and the data is unmatched.';

async function undoUpdate(updateId: string) {
  await api.patientUpdates.undoPatientUpdate.mutate({ id: updateId });
  return { sentence: UNDONE, href: `${UNMATCHED}/patients/${updateId}` };
}

/** Gives the chart its values from before the decision. */
export const UndoUpdate = ({ updateId }: Pick<ApplyUpdateProps, 'updateId'>) => (
  <ActionButton
    label="Undo"
    name="Undo the changes to the chart"
    run={() => api.patientUpdates.undoPatientUpdate.mutate({ id: updateId })}
    errorInToast
    explain={sentenceOfState}
    done={UNDONE}
  />
);

interface MergeFromUpdateProps {
  updateId: string;
  kept: { id: string; name: string; mrn: string };
  merged: { id: string; name: string; mrn: string };
  /** The identities of the records differ. */
  differs: boolean;
  /** Both records, what differs, and what it changes. */
  children: ReactNode;
}

/** Merges the two records that a hospital reports as one patient. */
export function MergeFromUpdate({ updateId, kept, merged, differs, children }: MergeFromUpdateProps) {
  const done = useDone();
  const [from, into] = mergeNames([merged, kept]);
  return (
    <ReasonDialog
      id="merge-reason"
      label={differs ? 'Reason for merging despite differences' : 'Reason'}
      maxLength={MAX_REASON}
      opener={{ label: 'Merge records', weight: 'primary' }}
      title={`Merge ${from} into ${into}?`}
      confirm="Merge records"
      outdated={useOutdated(updateId)}
      onConfirm={(reason) =>
        api.patientUpdates.applyPatientUpdate.mutate({
          id: updateId,
          patient_id: kept.id,
          merged_patient_id: merged.id,
          reason,
        })
      }
      done={() =>
        done({
          sentence: mergedSentence([merged, kept]),
          undo: undoMerge(kept.id, merged.id, updateId),
          link: { href: `/patients/${kept.id}/details#merged`, label: 'Open details' },
        })
      }
    >
      {children}
    </ReasonDialog>
  );
}

/** What is rejected: data of a patient, or a request about records. */
const REJECTIONS = {
  data: {
    button: 'Reject',
    question: (name: string) => `Reject patient data of ${name}?`,
    effect: 'The data moves to “Rejected”, and no chart is changed.',
    isAskedAgain: false,
    done: (name: string) => `Patient data of ${name} rejected.`,
  },
  merge: {
    button: 'Reject',
    question: (name: string) => `Reject merge of ${name}?`,
    effect: 'The records stay separate, and the request moves to “Rejected”.',
    isAskedAgain: true,
    done: (name: string) => `Merge of ${name} rejected.`,
  },
  deletion: {
    button: 'Keep patient',
    question: (name: string) => `Keep ${name}?`,
    effect: 'The patient is not deleted, and the request moves to “Closed”.',
    isAskedAgain: true,
    done: (name: string) => `${name} kept.`,
  },
  request: {
    button: 'Close request',
    question: (name: string) => `Close request about ${name}?`,
    effect: 'The request moves to “Closed”, and no record is changed.',
    isAskedAgain: true,
    done: (name: string) => `Request about ${name} closed.`,
  },
} as const;

const nounOf = (what: keyof typeof REJECTIONS): string =>
  what === 'data' ? 'patient data of' : 'request about';

const rejected = (updateId: string, what: keyof typeof REJECTIONS, subject: string): Toast => ({
  sentence: REJECTIONS[what].done(isolate(subject)),
  undo: async () => {
    await api.patientUpdates.returnPatientUpdate.mutate({ id: updateId });
    return {
      sentence: `Undone. The ${nounOf(what)} ${isolate(subject)} is unmatched.`,
      href: `${UNMATCHED}/patients/${updateId}`,
    };
  },
});

interface RejectUpdateProps {
  updateId: string;
  what: keyof typeof REJECTIONS;
  /** Name and MRN of the patient, as sent. */
  subject: string;
  hospital: string;
}

export function RejectUpdate({ updateId, what, subject, hospital }: RejectUpdateProps) {
  const done = useDone();
  const { button, question, effect, isAskedAgain } = REJECTIONS[what];
  return (
    <ReasonDialog
      id="reject-reason"
      maxLength={MAX_REASON}
      opener={{ label: button, weight: 'secondary' }}
      title={question(isolate(subject))}
      confirm={button}
      outdated={useOutdated(updateId)}
      onConfirm={(reason) => api.patientUpdates.dismissPatientUpdate.mutate({ id: updateId, reason })}
      done={() => done(rejected(updateId, what, subject))}
    >
      <p className="mb-3">
        {effect} If {isolate(hospital)} sends{' '}
        {isAskedAgain ? 'it again, it needs another decision' : 'the same data again, it is ignored'}.
      </p>
    </ReasonDialog>
  );
}

/** The request to delete a patient who was deleted: nothing is left to decide. */
export function CloseDeletion({ updateId, subject }: Pick<RejectUpdateProps, 'updateId' | 'subject'>) {
  const done = useDone();
  return (
    <ActionButton
      label={REJECTIONS.request.button}
      weight="primary"
      run={() =>
        api.patientUpdates.dismissPatientUpdate.mutate({ id: updateId, reason: 'The patient was deleted.' })
      }
      errorInToast
      explain={sentenceOfState}
      done={() => done(rejected(updateId, 'request', subject))}
    />
  );
}

export const ReturnUpdate = ({
  updateId,
  what,
  subject,
}: Pick<RejectUpdateProps, 'updateId' | 'what' | 'subject'>) => (
  <ActionButton
    label="Return to unmatched"
    run={() => api.patientUpdates.returnPatientUpdate.mutate({ id: updateId })}
    errorInToast
    explain={sentenceOfState}
    done={`${what === 'data' ? 'Patient data of' : 'Request about'} ${isolate(subject)} returned to unmatched.`}
  />
);
