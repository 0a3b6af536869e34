'use client';
/** A request that works with a new key, to paste into a terminal. */
import type { ApiKey } from '@/server/domain/api-keys/contract';
import { CopyBlock } from '../../ui/copy-block';
import { TextLink } from '../../ui/text-link';
import { READABLE_LISTS } from './readable-lists';

export function FirstRequest({ apiKey }: { apiKey: ApiKey }) {
  const readable = READABLE_LISTS.find(([scope]) => apiKey.scopes.includes(scope));
  return (
    <section aria-labelledby="first-request" className="mb-8 max-w-3xl">
      <h2 id="first-request" className="text-section font-semibold">
        First request
      </h2>
      {readable ? (
        <CopyBlock
          label="Request with this key"
          value={[
            `curl --fail-with-body "${window.location.origin}/v1/${readable[1]}?limit=1" \\`,
            `  --header "Authorization: Bearer ${apiKey.key ?? ''}"`,
          ].join('\n')}
        />
      ) : (
        <p>This key can only write. The quick start shows a first request.</p>
      )}
      <p className="mt-2">
        <TextLink href="/docs/guides/quick-start">Quick start</TextLink>
      </p>
    </section>
  );
}
