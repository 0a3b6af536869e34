'use client';

import { useRouter } from 'next/navigation';
import type { OauthApp } from '@/server/domain/oauth-apps/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { NameDialog } from '../../ui/name-dialog';
import { OpenFold } from '../../ui/open-fold';
import { showToast } from '../../ui/toast';

type AppView = Pick<OauthApp, 'id' | 'name' | 'people' | 'paused_at'>;

export function AppActions({ app }: { app: AppView }) {
  const router = useRouter();
  const { id, name, people, paused_at } = app;
  const usage = `Connected users: ${people}.`;
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
          onConfirm={() => api.oauthApps.updateOauthApp.mutate({ id, paused: true })}
          done={() => {
            showToast(`${name} paused.`);
            router.refresh();
          }}
        >
          <p>{usage} It has no access until you resume it. Connections are kept.</p>
        </ConfirmDialog>
      )}
      <OpenFold id="edit" label="Edit" />
      <ConfirmDialog
        opener={{ label: 'Disconnect all users', weight: 'secondary' }}
        title={`Disconnect all users from “${isolate(name)}”?`}
        confirm="Disconnect all users"
        isDestructive
        onConfirm={() => api.oauth.revokeAppGrants.mutate({ id })}
        done={() => {
          showToast(`All users are disconnected from ${name}.`);
          router.refresh();
        }}
      >
        <p>{usage} It loses access immediately. Users must give their consent again to reconnect.</p>
      </ConfirmDialog>
      <DeleteApp id={id} name={name} usage={usage} />
    </>
  );
}

function DeleteApp({ id, name, usage }: { id: string; name: string; usage: string }) {
  const router = useRouter();
  return (
    <NameDialog
      id="confirm-name"
      name={name}
      opener={{ label: 'Delete', weight: 'secondary' }}
      title={`Delete “${isolate(name)}”?`}
      confirm="Delete application"
      isDestructive
      onConfirm={() => api.oauthApps.deleteOauthApp.mutate({ id })}
      done={() => {
        showToast(`${name} deleted.`);
        router.push('/admin/apps');
        router.refresh();
      }}
    >
      <p className="mb-3">
        {usage} It loses access immediately and its client ID stops working. This cannot be undone.
      </p>
    </NameDialog>
  );
}
