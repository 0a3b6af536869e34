'use client';

import { useRouter } from 'next/navigation';
import type { LabConnection } from '@/server/domain/lab-connections/contract';
import { api, onlyIf } from '../../client/client';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { showToast } from '../../ui/toast';
import { connectionFields } from './connection-fields';
import { ConnectionForm } from './connection-form';
import { changedSettings, readSettings } from './connection-values';

interface EditConnectionProps {
  connection: LabConnection;
  zones: readonly string[];
}

export function EditConnection({ connection, zones }: EditConnectionProps) {
  const router = useRouter();
  const { form, busy, pending, error } = useSubmit(
    (data) =>
      api.labConnections.updateLabConnection.mutate(
        { id: connection.id, ...changedSettings(readSettings(data, connection, zones), connection) },
        onlyIf(connection.version),
      ),
    () => {
      showToast('Connection updated.');
      router.refresh();
    },
  );
  return (
    <form method="post" {...form} className="space-y-5">
      <ErrorSummary error={error} fields={connectionFields.places} />
      <ConnectionForm
        kind={connection.kind}
        transport={connection.transport}
        known={connection}
        zones={zones}
        controls={connectionFields.controls(error)}
      />
      <Button type="submit" disabled={busy} weight="secondary">
        {pending ? 'Saving' : 'Save changes'}
      </Button>
    </form>
  );
}
