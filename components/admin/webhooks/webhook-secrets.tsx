'use client';

import type { WebhookHealth } from '@/server/domain/webhooks/contract';
import { api } from '../../client/client';
import { ReplaceSecret } from '../secrets/replace-secret';
import { webhookName } from './webhook-name';

interface WebhookSecretsProps {
  id: string;
  url: string;
  secrets: WebhookHealth['secrets'];
}

export const WebhookSecrets = ({ id, url, secrets }: WebhookSecretsProps) => (
  <ReplaceSecret
    title={`New secret for ${webhookName(url)}`}
    label="Signing secret"
    secrets={secrets}

    rotate={async (overlap_hours, options) =>
      (await api.webhooks.rotateWebhookSecret.mutate({ id, overlap_hours }, options)).secret
    }
  />
);
