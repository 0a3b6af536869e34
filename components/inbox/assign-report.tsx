'use client';
/** Assigns a report to the user, or returns it to the group. Returning a critical report asks for confirmation. */
import { useFormat } from '#format';
import { api } from '../client/client';
import { ActionButton } from '../client/action-button';
import type { Toast } from '../ui/toast';
import { DialogSubject } from '../ui/dialog-subject';
import { ConfirmDialog } from '../ui/confirm-dialog';
import type { ShownError } from '../ui/error-message';
import { ownChange } from './own-change';
import { assigneeWords, errorWords, reportOf, undoable } from './review-action';

export interface AssignedReport {
  id: string;
  version: number;
  title: string;
  patientName: string;
  patientLine: string;
  self: string;
  critical: boolean;
  reviewer: { id: string; name: string } | null;
  /** URL of the inbox with this report open. */
  here: string | undefined;
}

/** @param done the action in words, such as "Forwarded" */
export function assignment(report: AssignedReport, done: string, to: string): Toast {
  const { id, version, title, patientName, reviewer, self, here } = report;
  const named = reportOf(title, patientName);
  return undoable(
    [{ id, version }],
    `${done} ${named} to ${to}`,
    `${named} is assigned to ${assigneeWords(reviewer, self)}`,
    here,
  );
}

export const CriticalLine = () => <p className="mb-1 font-bold text-critical">Critical result, unsigned.</p>;

interface AssignButtonProps extends AssignedReport {
  done: (toast: Toast, stays?: boolean) => void;
  disabled: boolean;
}

export function AssignButton({ done, disabled, ...report }: AssignButtonProps) {
  const format = useFormat();
  const { id, title, patientName, patientLine, reviewer, self, critical } = report;
  const returns = reviewer?.id === self;
  const label = returns ? 'Return to group' : 'Assign to me';
  const run = () => ownChange(() => api.reviews.assignLabResult.mutate({ id, to_id: returns ? null : self }));
  const finish = () =>
    returns
      ? done(assignment(report, 'Returned', 'the group'))
      : done(assignment(report, 'Assigned', 'you'), true);
  const explain = (error: ShownError) => errorWords(error, self, format);
  if (!critical || !returns)
    return <ActionButton label={label} disabled={disabled} run={run} done={finish} explain={explain} />;
  const named = reportOf(title, patientName);
  return (
    <ConfirmDialog
      opener={{ label, weight: 'secondary', disabled }}
      title={`Return ${named} to the group?`}
      confirm={label}
      onConfirm={run}
      done={finish}
      explain={explain}
    >
      <DialogSubject what={title} patientLine={patientLine} />
      <CriticalLine />
      <p>The report leaves your inbox. Anyone in the group can sign it.</p>
    </ConfirmDialog>
  );
}
