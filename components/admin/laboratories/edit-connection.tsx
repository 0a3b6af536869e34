'use client';
/** Settings of a lab connection; they hold for the next message. */
import { useRouter } from 'next/navigation';
import type { LabConnection } from '@/server/domain/lab-connections/contract';
import { api } from '../../client/client';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { announce } from '../../ui/live-region';
import { CONNECTION_FIELDS, ConnectionFields } from './connection-fields';
import { changedSettings, readSettings } from './connection-values';

export function EditConnection({ connection }: { connection: LabConnection }) {
  const router = useRouter();
  const { form, busy, pending, error, at } = useSubmit(
    (data) =>
      api.labConnections.updateLabConnection.mutate({
        id: connection.id,
        ...changedSettings(readSettings(data, connection.transport), connection),
      }),
    () => {
      announce('Connection changed.');
      router.refresh();
    },
  );
  return (
    <form method="post" {...form} className="space-y-5">
      <ErrorSummary error={error} fields={CONNECTION_FIELDS} />
      <ConnectionFields transport={connection.transport} known={connection} at={at} />
      <Button type="submit" disabled={busy} weight="secondary">
        {pending ? 'Saving' : 'Save changes'}
      </Button>
    </form>
  );
}
