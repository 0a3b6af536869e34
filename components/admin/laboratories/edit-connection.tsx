'use client';

import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import type {
  AccessionField,
  FeedField,
  MergePolicy,
  ProcessingPolicy,
  UpdateMode,
} from '@/server/data-types/lab-connection-codes';
import type { LabConnection } from '@/server/domain/lab-connections/contract';
import { api, onlyIf } from '../../client/client';
import { SharedErrors } from '../../client/shared-errors';
import { changedFrom, useSharedForm } from '../../client/shared-form';
import { storedWords } from '../../client/stored-words';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { showToast } from '../../ui/toast';
import { networkWords } from '../api-keys/key-words';
import { connectionFields } from './connection-fields';
import { ConnectionForm } from './connection-form';
import { assertOwnName, readSettings, type Settings } from './connection-values';
import {
  ACCESSION_WORDS,
  DOWN_WORDS,
  FEED_FIELD_WORDS,
  MERGE_WORDS,
  PROCESSING_WORDS,
  UPDATE_WORDS,
  workingWords,
} from './connection-words';

interface EditConnectionProps {
  connection: LabConnection;
  zones: readonly string[];
  /** Of the other connections. */
  names: readonly string[];
}

/** With addresses as the form shows them. */
const asShown = (connection: LabConnection): LabConnection => ({
  ...connection,
  allowed_addresses: connection.allowed_addresses.map(networkWords),
});

const STORED = storedWords(connectionFields.places, {
  on_database_down: (value: keyof typeof DOWN_WORDS) => DOWN_WORDS[value],
  processing_policy: (value: ProcessingPolicy) => PROCESSING_WORDS[value].label,
  update_mode: (value: UpdateMode) => UPDATE_WORDS[value].label,
  update_demographics: (fields: readonly FeedField[]) =>
    fields.length === 0 ? 'none' : fields.map((field) => FEED_FIELD_WORDS[field]).join('; '),
  merge: (value: MergePolicy) => MERGE_WORDS[value].label,
  accession_field: (value: AccessionField) => ACCESSION_WORDS[value],
  working_hours: workingWords,
});

export function EditConnection({ connection, zones, names }: EditConnectionProps) {
  const router = useRouter();
  const { id, kind, transport } = connection;
  const formElement = useRef<HTMLFormElement>(null);
  /** A setting of another kind of connection is absent. */
  const read = (data: FormData) => readSettings(data, connection, zones) as Partial<LabConnection>;
  const shared = useSharedForm(asShown(connection), {
    read: () => read(new FormData(formElement.current!)),
    load: async () => asShown(await api.labConnections.getLabConnection.query({ id })),
  });
  const { form, busy, pending, error, setError } = useSubmit(
    async (data) => {
      const changes = changedFrom(shared.base, read(data)) as Partial<Settings>;
      assertOwnName(changes.name, names);
      return api.labConnections.updateLabConnection.mutate({ ...changes, id }, onlyIf(shared.base.version));
    },
    (saved) => {
      shared.saved(asShown(saved));
      showToast('Connection updated.');
      router.refresh();
    },
  );
  return (
    <form ref={formElement} method="post" {...form} className="space-y-5">
      <SharedErrors
        shared={shared}
        error={error}
        clear={() => setError(null)}
        fields={connectionFields.places}
        words={STORED}
      />
      <div key={shared.round} className="space-y-5">
        <ConnectionForm
          kind={kind}
          transport={transport}
          known={shared.values}
          zones={zones}
          controls={connectionFields.controls(error)}
        />
      </div>
      <Button type="submit" disabled={busy} weight="secondary">
        {pending ? 'Saving' : 'Save changes'}
      </Button>
    </form>
  );
}
