'use client';
import { useRouter } from 'next/navigation';
import { useFormat } from '#format';
import type { ConnectedApp } from '@/server/domain/oauth/contract';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { showToast } from '../ui/toast';

interface ConnectedAppsProps {
  apps: readonly ConnectedApp[];
  words: Readonly<Record<string, string>>;
}

export function ConnectedApps({ apps, words }: ConnectedAppsProps) {
  const format = useFormat();
  const router = useRouter();
  return (
    <ul className="max-w-3xl border-t-2 border-ink">
      {apps.map(({ id, name, scopes, connected_at, last_used_at, last_renewed_at, expires_at }) => (
        <li key={id} className="border-b border-line py-4">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <h2 className="min-w-0 text-section font-semibold wrap-anywhere">{name}</h2>
            <ConfirmDialog
              opener={{ label: 'Disconnect', weight: 'secondary', name: `Disconnect ${name}` }}
              title={`Disconnect “${isolate(name)}”?`}
              confirm="Disconnect"
              isDestructive
              onConfirm={() => api.oauth.disconnectApp.mutate({ id })}
              done={() => {
                showToast(`${name} is disconnected.`);
                router.refresh();
              }}
            >
              <p>It can no longer act for you. You can allow it again later.</p>
            </ConfirmDialog>
          </div>
          <p className="mt-1">On your behalf, it can:</p>
          <ul className="list-disc pl-5">
            {scopes.map((scope) => (
              <li key={scope}>{words[scope] ?? scope}</li>
            ))}
          </ul>
          <p className="mt-1 text-sm text-ink-2">
            Connected {format.instant(connected_at)}.{' '}
            {last_used_at
              ? `Last used ${format.instant(last_used_at)}. `
              : last_renewed_at
                ? `Access last renewed ${format.instant(last_renewed_at)}. `
                : ''}
            Access expires {format.instant(expires_at)} at the latest.
          </p>
        </li>
      ))}
    </ul>
  );
}
