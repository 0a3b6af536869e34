'use client';
/** Reprocesses a message and waits briefly, so that the reloaded page shows the result. */
import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';

const OUTCOME_AFTER_MS = 2000;

async function reprocess(id: string): Promise<void> {
  await api.inboundMessages.runMessageAgain.mutate({ id });
  await new Promise((resolve) => window.setTimeout(resolve, OUTCOME_AFTER_MS));
}

interface ReprocessMessageProps {
  id: string;
  /** From a laboratory. */
  hasReports: boolean;
}

export function ReprocessMessage({ id, hasReports }: ReprocessMessageProps) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Reprocess', weight: 'secondary' }}
      title="Reprocess this message?"
      confirm="Reprocess"
      onConfirm={() => reprocess(id)}
      done={() => {
        showToast('Message reprocessed.');
        router.refresh();
      }}
    >
      <p>
        {hasReports
          ? 'Current mappings and settings apply. Filed results are not duplicated. Differences become a new version.'
          : 'Current settings apply. Applied data and filed documents are not duplicated, and decisions are kept.'}
      </p>
    </ConfirmDialog>
  );
}
