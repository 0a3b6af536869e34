'use client';
/**
 * The decision for a possible match, with a question that identifies the patient of the message and that of the chart by
 * name, birth date and MRN: names alone do not tell two patients apart.
 */
import type { ReactNode } from 'react';
import { MAX_REASON } from '@/server/domain/inbound-reports/rules';
import { formatDate } from '../format/dates';
import { isolate } from '../format/isolate';
import { WholeDates } from '../format/whole-dates';
import { ReasonDialog } from '../ui/reason-dialog';
import { useOutdated } from './follow-decision';

const WORDS = {
  report: { button: 'File here', question: 'File report', gerund: 'filing' },
  document: { button: 'File here', question: 'File document', gerund: 'filing' },
  update: { button: 'Apply here', question: 'Apply data', gerund: 'applying' },
} as const;

export interface MatchedPatient {
  /** The patient of the message, in a line. */
  sent: string;
  id: string;
  name: string;
  birth_date: string;
  mrn: string;
}

interface MatchHereProps {
  /** Of the report, document or update. */
  itemId: string;
  what: keyof typeof WORDS;
  patient: MatchedPatient;
  /** Patient and message contradict each other. */
  needsReason: boolean;
  /** Neither MRN nor birth date were sent, so that a reason is required too. */
  isNameOnly: boolean;
  /** What the user still has to choose. */
  missing?: string | null;
  onOpen?: () => void;
  /** @param given to be sent as it is: without the field if no reason was typed */
  onConfirm: (given: { reason?: string }) => Promise<unknown>;
  done: () => void;
  /** The consequences, and further fields. */
  children: ReactNode;
}

export function MatchHere({
  itemId,
  what,
  patient,
  needsReason,
  isNameOnly,
  missing = null,
  onOpen,
  onConfirm,
  done,
  children,
}: MatchHereProps) {
  const { button, question, gerund } = WORDS[what];
  return (
    <ReasonDialog
      id={`reason-${patient.id}`}
      label={
        needsReason
          ? `Reason for ${gerund} despite differences`
          : isNameOnly
            ? `Reason for ${gerund} by name only`
            : 'Note'
      }
      maxLength={MAX_REASON}
      optional={!needsReason && !isNameOnly}
      opener={{
        label: button,
        weight: 'secondary',
        name: `${button}, to ${patient.name}`,
        ...(onOpen ? { onOpen } : {}),
      }}
      title={`${question} to ${isolate(patient.name)}?`}
      confirm={question}
      missing={missing}
      outdated={useOutdated(itemId)}
      onConfirm={(reason) => onConfirm(reason === '' ? {} : { reason })}
      explain={({ code, sentence, detail }) => (code === 'invalid_state' && detail ? detail : sentence)}
      done={done}
    >
      <p className="wrap-anywhere">
        Chart:{' '}
        <strong>
          <WholeDates
            of={`${isolate(patient.name)}, born ${formatDate(patient.birth_date)}, MRN ${patient.mrn}`}
          />
        </strong>
      </p>
      <p className="mb-3 wrap-anywhere">
        Message:{' '}
        <strong>
          <WholeDates of={patient.sent} />
        </strong>
      </p>
      {children}
    </ReasonDialog>
  );
}
