'use client';

import type { OauthApp } from '@/server/domain/oauth-apps/contract';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ReplaceSecret } from '../secrets/replace-secret';

type SecretsView = Pick<OauthApp, 'id' | 'name' | 'secrets'>;

export const AppSecrets = ({ app }: { app: SecretsView }) => (
  <ReplaceSecret
    title={`New secret of “${isolate(app.name)}”`}
    label="Client secret"
    secrets={app.secrets}

    rotate={async (overlap_hours, options) =>
      (await api.oauthApps.rotateOauthAppSecret.mutate({ id: app.id, overlap_hours }, options)).client_secret
    }
  />
);
