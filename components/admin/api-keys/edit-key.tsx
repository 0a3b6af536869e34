'use client';

import { useRouter } from 'next/navigation';
import type { ApiKey } from '@/server/domain/api-keys/contract';
import { api } from '../../client/client';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { showToast } from '../../ui/toast';
import { keyFields, LimitFields, NameFields } from './key-fields';
import { networkWords, readEntries } from './key-words';

export function EditKey({ apiKey }: { apiKey: ApiKey }) {
  const router = useRouter();
  const { form, busy, pending, error } = useSubmit(
    (data) => {
      const { name, purpose, addresses, rate_limit: rateLimit } = keyFields.read(data);
      return api.apiKeys.updateApiKey.mutate({
        id: apiKey.id,
        name: name ?? '',
        purpose,
        ip_allow_list: readEntries(addresses),
        rate_limit: rateLimit === null ? null : Number(rateLimit),
      });
    },
    () => {
      showToast('API key updated.');
      router.refresh();
    },
  );
  const { field } = keyFields.controls(error);
  return (
    <form method="post" {...form} className="space-y-4">
      <ErrorSummary error={error} fields={keyFields.places} />
      <NameFields name={apiKey.name} purpose={apiKey.purpose} field={field} />
      <LimitFields
        addresses={apiKey.ip_allow_list.map(networkWords)}
        rateLimit={apiKey.rate_limit}
        field={field}
      />
      <p className="max-w-2xl text-ink-2">Permissions cannot be changed. Create another key instead.</p>
      <Button type="submit" disabled={busy}>
        {pending ? 'Saving' : 'Save changes'}
      </Button>
    </form>
  );
}
