import type { ReactNode } from 'react';
import { useFormat } from '#format';
import { DEFAULT_RATE_LIMIT, keyEnding } from '@/server/domain/api-keys/rules';
import type { ApiKeyWithOthers, RotatedKey } from '@/server/domain/api-keys/contract';
import { TextLink } from '../../ui/text-link';
import { actionsHref } from '../audit/actions-href';
import { byWhom, lastUse, networkWords } from './key-words';
import { KeyStateWords } from './key-state';

interface KeyFactsProps {
  apiKey: ApiKeyWithOthers;
  now: number;
  words: Readonly<Record<string, string>>;
}

export function KeyFacts({ apiKey, now, words }: KeyFactsProps) {
  const format = useFormat();
  const at = (instant: string) => format.instant(instant);
  const facts: [string, ReactNode][] = [
    ['Status', <KeyStateWords key="state" apiKey={apiKey} now={now} />],
    [
      'Key',
      <code key="stub" className="font-mono">
        {apiKey.stub}
      </code>,
    ],
    ['Created', `${at(apiKey.created_at)} by ${byWhom(apiKey.created_by_name, apiKey.created_by)}`],
    ['Expires', apiKey.revoked_at ? '—' : apiKey.expires_at ? at(apiKey.expires_at) : 'Never'],
    [
      'Last use',
      <span key="use">
        <span className="block first-letter:uppercase">{lastUse(apiKey, format, now)}</span>
        {apiKey.last_used_at ? (
          <TextLink href={actionsHref(apiKey.id)} className="inline-flex min-h-6 items-center">
            Requests in the audit log
          </TextLink>
        ) : null}
      </span>,
    ],
    ['Last user agent', apiKey.last_used_agent ?? '—'],
    [
      'Allowed addresses',
      apiKey.ip_allow_list.length > 0 ? apiKey.ip_allow_list.map(networkWords).join(', ') : 'All',
    ],
    ['Requests per minute', String(apiKey.rate_limit ?? DEFAULT_RATE_LIMIT)],
  ];
  const other = (label: string, key: RotatedKey | null) => {
    if (key) facts.push([label, <OtherKey key={key.id} apiKey={key} now={now} />]);
  };
  other('Replaces', apiKey.replaces);
  other('Replaced by', apiKey.replacement);
  if (apiKey.revoked_at)
    facts.push(
      ['Revoked', `${at(apiKey.revoked_at)} by ${byWhom(apiKey.revoked_by_name, apiKey.revoked_by ?? '')}`],
      ['Reason', apiKey.revoked_reason ?? '—'],
    );
  return (
    <>
      <dl className="mb-6 grid gap-x-6 gap-y-2.5 border-y border-line py-3 sm:grid-cols-2 lg:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="text-section font-semibold">Permissions</h2>
      <ul className="mb-8 list-disc pl-5">
        {apiKey.scopes.map((scope) => (
          <li key={scope}>
            {words[scope] ?? scope} <code className="font-mono text-sm text-ink-2">{scope}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

const OtherKey = ({ apiKey, now }: { apiKey: RotatedKey; now: number }) => (
  <>
    <TextLink href={`/admin/api-keys/${apiKey.id}`}>
      Key ending in <span className="font-mono">{keyEnding(apiKey.stub)}</span>
    </TextLink>
    <span className="block">
      <KeyStateWords apiKey={apiKey} now={now} />
    </span>
  </>
);
