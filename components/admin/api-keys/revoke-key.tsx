'use client';
/** The dialog reloads the last use when it opens, so that an active integration is not cut off by mistake. */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '#format';
import { keyEnding } from '@/server/domain/api-keys/rules';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';
import { lastUse } from './key-words';

interface RevokeKeyProps {
  id: string;
  name: string;
  /** Rotated keys have one name; this tells them apart. */
  stub: string;
  /** At the time of the page load. */
  lastUse: string;
  weight?: 'quiet' | 'secondary';
}

const oneLine = (text = ''): string | null => text.replace(/\s+/g, ' ').trim() || null;

export function RevokeKey({ id, name, stub, lastUse: known, weight = 'quiet' }: RevokeKeyProps) {
  const words = `${name} ending in ${keyEnding(stub)}`;
  const format = useFormat();
  const router = useRouter();
  const [use, setUse] = useState(known);
  const reason = useRef<HTMLTextAreaElement>(null);

  const [revoked, setRevoked] = useState(false);
  // The button that the dialog returned the focus to is removed with the next state of the page.
  useEffect(() => {
    if (!revoked) return undefined;
    return () => {
      const link = document.querySelector<HTMLElement>(`main a[href="/admin/api-keys/${id}"]`);
      (link ?? document.getElementById('main'))?.focus({ preventScroll: true });
    };
  }, [revoked, id]);

  async function askAgain() {
    try {
      setUse(lastUse(await api.apiKeys.getApiKey.query({ id }), format, Date.now()));
    } catch {
      // The value of the page load stays; revoking reports the error.
    }
  }

  return (
    <ConfirmDialog
      opener={{ label: 'Revoke', weight, name: `Revoke ${words}`, onOpen: () => void askAgain() }}
      title={`Revoke API key “${isolate(name)}” ending in ${keyEnding(stub)}?`}
      confirm="Revoke key"
      isDestructive
      onConfirm={() => api.apiKeys.revokeApiKey.mutate({ id, reason: oneLine(reason.current?.value) })}
      done={() => {
        setRevoked(true);
        showToast(`API key ${words} revoked.`);
        router.refresh();
      }}
    >
      <p className="mb-3">
        Last use: <strong>{use}</strong>. Systems that use it lose access immediately. This cannot be undone.
      </p>
      <label htmlFor={`reason-${id}`} className="mb-1 block font-semibold">
        Reason <span className="font-normal text-ink-2">(optional)</span>
      </label>
      {/* Not an input: a second press of Enter would confirm the dialog. */}
      <textarea id={`reason-${id}`} ref={reason} rows={2} maxLength={200} className="control" />
    </ConfirmDialog>
  );
}
