'use client';
/** Has a message worked up once more; waits a moment, so that the page shows what came of it. */
import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { announce } from '../../ui/live-region';

const OUTCOME_AFTER_MS = 2000;

async function runAgain(id: string): Promise<void> {
  await api.inboundMessages.runMessageAgain.mutate({ id });
  await new Promise((resolve) => window.setTimeout(resolve, OUTCOME_AFTER_MS));
}

export function RunAgain({ id }: { id: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Run again', weight: 'secondary' }}
      title="Run this message again?"
      confirm="Run again"
      keep="Leave it"
      act={() => runAgain(id)}
      done={() => {
        announce('The message was run again.');
        router.refresh();
      }}
    >
      <p>
        It is worked up anew with the codes and settings of today. What is filed already is not filed twice; a
        different reading becomes a new version of the report.
      </p>
    </ConfirmDialog>
  );
}
