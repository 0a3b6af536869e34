'use client';
/** Takes a report out of the list without filing it; it stays and can still be filed. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { MAX_REASON } from '@/server/domain/inbound-reports/rules';
import { api } from '../client/client';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';
import { TextArea } from '../ui/text-field';

const WORDS = {
  park: {
    label: 'Put aside',
    title: 'Put the report aside?',
    explanation: 'It leaves the list of those that wait and stays under “Put aside” until somebody files it.',
    field: 'What it waits for',
    said: 'The report is put aside.',
  },
  reject: {
    label: 'Reject',
    title: 'Reject the report?',
    explanation: 'It belongs to nobody here. It stays under “Rejected” and can be filed from there.',
    field: 'Why it is rejected',
    said: 'The report is rejected.',
  },
} as const;

export function SetAside({ reportId, as }: { reportId: string; as: keyof typeof WORDS }) {
  const router = useRouter();
  const [reason, setReason] = useState('');
  const words = WORDS[as];
  const given = reason.trim();
  return (
    <ConfirmDialog
      opener={{ label: words.label, weight: 'secondary', onOpen: () => setReason('') }}
      title={words.title}
      confirm={words.label}
      keep="Leave it"
      ready={as === 'park' || given !== ''}
      act={() =>
        as === 'park'
          ? api.inboundReports.parkReport.mutate({ id: reportId, ...(given === '' ? {} : { reason: given }) })
          : api.inboundReports.rejectReport.mutate({ id: reportId, reason: given })
      }
      done={() => {
        announce(words.said);
        router.push('/unmatched');
        router.refresh();
      }}
    >
      <p className="mb-3">{words.explanation}</p>
      <TextArea
        id={`${as}-reason`}
        label={words.field}
        optional={as === 'park'}
        maxLength={MAX_REASON}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
