'use client';

import type { WebhookHealth } from '@/server/domain/webhooks/contract';
import { api } from '../../client/client';
import { ReplaceSecret } from '../secrets/replace-secret';

interface WebhookSecretsProps {
  id: string;
  host: string;
  secrets: WebhookHealth['secrets'];
}

export const WebhookSecrets = ({ id, host, secrets }: WebhookSecretsProps) => (
  <ReplaceSecret
    title={`New secret for ${host}`}
    label="Signing secret"
    secrets={secrets}

    rotate={async (overlap_hours) =>
      (await api.webhooks.rotateWebhookSecret.mutate({ id, overlap_hours })).secret ?? ''
    }
  />
);
