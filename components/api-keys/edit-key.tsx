'use client';
/** What may change while a key stays the same one; it holds at the next request. */
import { useRouter } from 'next/navigation';
import type { ApiKey } from '@/server/domain/api-keys/contract';
import { api } from '../api/client';
import { valueOf } from '../api/form-values';
import { useSubmit } from '../api/use-submit';
import { Button } from '../ui/button';
import { ErrorSummary, type FieldPlace } from '../ui/error-summary';
import { announce } from '../ui/live-region';
import { LimitFields, NameFields } from './key-fields';
import { networkWords, readEntries } from './key-words';

const FIELDS: readonly FieldPlace[] = [
  ['/name', 'name', 'Name'],
  ['/purpose', 'purpose', 'Purpose'],
  ['/ip_allow_list', 'addresses', 'Address'],
  ['/rate_limit', 'rate-limit', 'Requests per minute'],
];

export function EditKey({ apiKey }: { apiKey: ApiKey }) {
  const router = useRouter();
  const { form, busy, pending, error, at } = useSubmit(
    (data) => {
      const rateLimit = valueOf(data, 'rate_limit');
      return api.apiKeys.updateApiKey.mutate({
        id: apiKey.id,
        name: valueOf(data, 'name') ?? '',
        purpose: valueOf(data, 'purpose'),
        ip_allow_list: readEntries(valueOf(data, 'addresses')),
        rate_limit: rateLimit === null ? null : Number(rateLimit),
      });
    },
    () => {
      announce('Key changed.');
      router.refresh();
    },
  );
  return (
    <form method="post" {...form} className="space-y-4">
      <ErrorSummary error={error} fields={FIELDS} />
      <NameFields name={apiKey.name} purpose={apiKey.purpose} at={at} />
      <LimitFields addresses={apiKey.ip_allow_list.map(networkWords)} rateLimit={apiKey.rate_limit} at={at} />
      <p className="max-w-2xl text-ink-2">
        The rights of a key cannot be changed. A system that needs others gets a key of its own.
      </p>
      <Button type="submit" disabled={busy} weight="secondary">
        {pending ? 'Saving' : 'Save changes'}
      </Button>
    </form>
  );
}
