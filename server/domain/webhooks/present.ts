import { showId } from '../../shared/ids';
import type { AttemptRow, DeliveryRow, WebhookRow } from './access';
import type { Delivery, Webhook } from './contract';

const instant = (at: Date | null) => at?.toISOString() ?? null;

export function presentWebhook(row: WebhookRow, secretHint: string): Webhook {
  return {
    id: showId('webhook', row.id),
    object: 'webhook',
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    created_by: row.createdBy,
    url: row.url,
    events: row.events,
    description: row.description,
    enabled: row.enabled,
    status: row.status,
    disabled_reason: row.disabledReason,
    secret_hint: secretHint,
    last_success_at: instant(row.lastSuccessAt),
    last_failure_at: instant(row.lastFailureAt),
    consecutive_failures: row.consecutiveFailures,
    metadata: row.metadata,
  };
}

export function presentDelivery(row: DeliveryRow, eventType: string, attempts: AttemptRow[]): Delivery {
  return {
    id: showId('delivery', row.id),
    object: 'delivery',
    event_id: showId('event', row.eventId),
    event_type: eventType,
    webhook_id: showId('webhook', row.webhookId),
    status: row.status,
    manual: row.manual,
    created_at: row.createdAt.toISOString(),
    next_attempt_at: row.status === 'pending' || row.status === 'failed' ? instant(row.nextAttemptAt) : null,
    attempts: attempts.map((attempt) => ({
      attempt: attempt.attempt,
      sent_at: attempt.sentAt.toISOString(),
      duration_ms: attempt.durationMs,
      response_status: attempt.responseStatus,
      response_excerpt: attempt.responseExcerpt,
      response_bytes: attempt.responseBytes,
      error: attempt.error,
      error_detail: attempt.errorDetail,
    })),
  };
}
