'use client';

import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import type { ApiKey } from '@/server/domain/api-keys/contract';
import { api } from '../../client/client';
import { SharedErrors } from '../../client/shared-errors';
import { changesFrom, useSharedForm } from '../../client/shared-form';
import { storedWords } from '../../client/stored-words';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { showToast } from '../../ui/toast';
import { keyFields, LimitFields, NameFields } from './key-fields';
import { networkWords, readEntries } from './key-words';

type Values = Pick<ApiKey, 'name' | 'purpose' | 'ip_allow_list' | 'rate_limit'>;

/** With addresses as the form shows them. */
const asShown = ({ name, purpose, ip_allow_list, rate_limit }: Values): Values => ({
  name,
  purpose,
  ip_allow_list: ip_allow_list.map(networkWords),
  rate_limit,
});

function read(data: FormData): Values {
  const { name, purpose, addresses, rate_limit: rateLimit } = keyFields.read(data);
  return {
    name: name ?? '',
    purpose,
    ip_allow_list: readEntries(addresses),
    rate_limit: rateLimit === null ? null : Number(rateLimit),
  };
}

const STORED = storedWords(keyFields.places);

export function EditKey({ apiKey }: { apiKey: ApiKey }) {
  const router = useRouter();
  const { id } = apiKey;
  const formElement = useRef<HTMLFormElement>(null);
  const shared = useSharedForm(asShown(apiKey), {
    read: () => read(new FormData(formElement.current!)),
    load: async () => asShown(await api.apiKeys.getApiKey.query({ id })),
  });
  const { base, values, round } = shared;
  const { form, busy, pending, error, setError } = useSubmit(
    (data) => api.apiKeys.updateApiKey.mutate({ ...changesFrom(base, read(data)), id }),
    (saved) => {
      shared.saved(asShown(saved));
      showToast('API key updated.');
      router.refresh();
    },
  );
  const { field } = keyFields.controls(error);
  return (
    <form ref={formElement} method="post" {...form} className="space-y-4">
      <SharedErrors
        shared={shared}
        error={error}
        clear={() => setError(null)}
        fields={keyFields.places}
        words={STORED}
      />
      <div key={round} className="space-y-4">
        <NameFields name={values.name} purpose={values.purpose} field={field} />
        <LimitFields addresses={values.ip_allow_list} rateLimit={values.rate_limit} field={field} />
      </div>
      <p className="max-w-2xl text-ink-2">Permissions cannot be changed. Create another key instead.</p>
      <Button type="submit" disabled={busy}>
        {pending ? 'Saving' : 'Save changes'}
      </Button>
    </form>
  );
}
