'use client';
/** Takes a report out of the queue without filing it, or returns it. */
import { MAX_REASON } from '@/server/domain/inbound-reports/rules';
import { ActionButton } from '../client/action-button';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { notifyInboxChanged } from '../inbox/inbox-queries';
import { showToast } from '../ui/toast';
import { ReasonDialog } from '../ui/reason-dialog';
import { useOutdated } from './follow-decision';
import { useBackToList } from './list-place';

const TEXTS = {
  park: {
    label: 'Set aside',
    title: (subject: string) => `Set report for ${subject} aside?`,
    explanation: 'The report moves to “Set aside”. You can still file it.',
    done: 'set aside',
  },
  reject: {
    label: 'Reject',
    title: (subject: string) => `Reject report for ${subject}?`,
    explanation: 'The report moves to “Rejected”. You can return it to unmatched.',
    done: 'rejected',
  },
} as const;

interface SetAsideProps {
  reportId: string;
  /** Of the patient, as sent. */
  name: string;
  /** Name and MRN, as sent. */
  subject: string;
  as: keyof typeof TEXTS;
  /** Requires a reason. */
  isCritical: boolean;
  /** URL of the list that the report is in. */
  list: string;
}

const CRITICAL: Record<keyof typeof TEXTS, string> = {
  park: 'This report has a critical result. Its alerts remain until the report is filed or rejected.',
  reject: 'This report has a critical result. Alerts will no longer show it.',
};

export function SetAside({ reportId, name, subject, as, isCritical, list }: SetAsideProps) {
  const back = useBackToList(list);
  const texts = TEXTS[as];
  return (
    <ReasonDialog
      id={`${as}-reason`}
      maxLength={MAX_REASON}
      optional={as === 'park' && !isCritical}
      opener={{ label: texts.label, weight: 'secondary' }}
      title={texts.title(isolate(subject))}
      confirm={texts.label}
      outdated={useOutdated(reportId)}
      onConfirm={(reason) =>
        as === 'park'
          ? api.inboundReports.parkReport.mutate({ id: reportId, ...(reason === '' ? {} : { reason }) })
          : api.inboundReports.rejectReport.mutate({ id: reportId, reason })
      }
      done={() => {
        notifyInboxChanged();
        showToast({
          sentence: `Report for ${isolate(name)} ${texts.done}.`,
          undo: async () => {
            await api.inboundReports.returnReport.mutate({ id: reportId });
            notifyInboxChanged();
            return {
              sentence: `Undone. The report for ${isolate(name)} is unmatched.`,
              href: `/unmatched/${reportId}`,
            };
          },
        });
        back();
      }}
    >
      {isCritical ? <p className="mb-3 font-semibold text-critical">{CRITICAL[as]}</p> : null}
      <p className="mb-3">{texts.explanation}</p>
    </ReasonDialog>
  );
}

/** Of a report that was set aside or rejected. */
export const ReturnReport = ({ reportId, name }: Pick<SetAsideProps, 'reportId' | 'name'>) => (
  <ActionButton
    label="Return to unmatched"
    run={async () => {
      await api.inboundReports.returnReport.mutate({ id: reportId });
      notifyInboxChanged();
    }}
    done={`Report for ${isolate(name)} returned to unmatched reports.`}
  />
);
