'use client';
/** Stopping an application: for a while, for everybody who has connected it, for good. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { OauthApp } from '@/server/domain/oauth-apps/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { count } from '../../format/numbers';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { announce } from '../../ui/live-region';
import { TextField } from '../../ui/text-field';

type AppView = Pick<OauthApp, 'id' | 'name' | 'people' | 'paused_at'>;

export function AppActions({ app }: { app: AppView }) {
  const router = useRouter();
  const { id, name, people, paused_at } = app;
  const whose =
    people === 0 ? 'Nobody uses it now.' : `${count(people, 'person uses', 'people use')} it now.`;
  return (
    <>
      {paused_at ? (
        <ActionButton
          label="Resume"
          done="Application resumed."
          run={() => api.oauthApps.updateOauthApp.mutate({ id, paused: false })}
        />
      ) : (
        <ConfirmDialog
          opener={{ label: 'Pause', weight: 'secondary' }}
          title={`Pause “${isolate(name)}”?`}
          confirm="Pause application"
          keep="Leave it running"
          act={() => api.oauthApps.updateOauthApp.mutate({ id, paused: true })}
          done={() => {
            announce(`${name} paused.`);
            router.refresh();
          }}
        >
          <p>{whose} It can do nothing until it is resumed; then everybody’s connection is as before.</p>
        </ConfirmDialog>
      )}
      <ConfirmDialog
        opener={{ label: 'Disconnect everybody', weight: 'secondary' }}
        title={`Disconnect everybody from “${isolate(name)}”?`}
        confirm="Disconnect everybody"
        keep="Leave it"
        act={() => api.oauth.revokeAppGrants.mutate({ id })}
        done={() => {
          announce(`Everybody is disconnected from ${name}.`);
          router.refresh();
        }}
      >
        <p>
          {whose} Its access to your organization ends at once. Whoever wants to use it again is asked for
          their consent again.
        </p>
      </ConfirmDialog>
      <DeleteApp id={id} name={name} whose={whose} />
    </>
  );
}

function DeleteApp({ id, name, whose }: { id: string; name: string; whose: string }) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      opener={{ label: 'Delete', weight: 'secondary', onOpen: () => setTyped('') }}
      title={`Delete “${isolate(name)}”?`}
      confirm="Delete application"
      keep="Keep it"
      ready={typed.trim() === name}
      act={() => api.oauthApps.deleteOauthApp.mutate({ id })}
      done={() => {
        announce(`${name} deleted.`);
        router.push('/admin/apps');
        router.refresh();
      }}
    >
      <p className="mb-3">
        {whose} Its access ends at once, and its client id is gone. This cannot be undone.
      </p>
      <TextField
        id="confirm-name"
        label={`Type ${name} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
