import type { Defence } from './defences';

/** Deliveries to webhooks: what keeps them single, fair, true and inside the fence. */

const domain = (name: string) => `tests/domain/${name}.test.ts`;
const unit = (name: string) => `tests/unit/${name}.test.ts`;

export const WEBHOOK_DEFENCES: Defence[] = [
  {
    name: 'a webhook has a rate',
    file: 'server/events/queue.ts',
    find: '$8::int - used.spent) as free',
    replace: '$8::int) as free',
    tests: [domain('webhooks-queue')],
  },
  {
    name: 'what a webhook was sent is counted for all workers',
    file: 'server/events/queue.ts',
    find: 'r.spent + count(*)::int',
    replace: '0',
    tests: [domain('webhooks-queue')],
  },
  {
    name: 'a rate does not wait for a clock that was set back',
    file: 'server/events/queue.ts',
    find: "and b.window_started_at < $1::timestamptz + interval '10 s'",
    replace: '',
    tests: [domain('webhooks-queue')],
  },
  {
    name: 'administrators are told once of days without a success',
    file: 'server/events/schedule.ts',
    find: '(failedBefore === null || failedBefore.getTime() < long)',
    replace: 'true',
    tests: [domain('webhooks-worker')],
  },
  {
    name: 'administrators are told of the first message that is given up, not of each',
    file: 'server/events/results.ts',
    find: 'and d.id <> all ($2::uuid[])',
    replace: 'and d.id <> all ($2::uuid[]) and false',
    tests: [domain('webhooks-worker')],
  },
  {
    name: 'only those who are administrators now are told',
    file: 'server/domain/webhooks/trouble.ts',
    find: 'isNull(memberships.endedAt),',
    replace: '',
    tests: [domain('webhooks-worker')],
  },
  {
    name: 'a made-up event has the shape of its type',
    file: 'server/domain/webhooks/sample-event.ts',
    find: 'patientId: patient ? webhookId : null,',
    replace: 'patientId: webhookId,',
    tests: [domain('webhooks-repeats')],
  },
  {
    name: 'sending again leaves out what was delivered',
    file: 'server/domain/webhooks/repeats.ts',
    find: "and bool_or(d.status = 'exhausted') and not bool_or(d.status = 'succeeded')",
    replace: '',
    tests: [domain('webhooks-repeats')],
  },
  {
    name: 'sending again leaves out what is on its way',
    file: 'server/domain/webhooks/repeats.ts',
    find: "having not bool_or(d.status in ('pending', 'failed', 'held'))",
    replace: 'having true',
    tests: [domain('webhooks-repeats')],
  },
  {
    name: 'a replay is spread over time',
    file: 'server/domain/webhooks/redeliver-since.ts',
    find: 'const APART_MS = 20;',
    replace: 'const APART_MS = 0;',
    tests: [domain('webhooks-repeats')],
  },
  {
    name: 'a made-up event says that it is a test',
    file: 'server/events/emit.ts',
    find: '...(input.sample ? { test: true } : {}),',
    replace: '',
    tests: [domain('webhooks-repeats')],
  },
  {
    name: 'a made-up event is stored as a test of its webhook',
    file: 'server/events/emit.ts',
    find: '...[orgId, id, input.type,',
    replace: '...[orgId, id, type,',
    tests: [domain('webhooks-repeats')],
  },
  {
    name: 'the patient of a made-up event is nobody in the audit',
    file: 'server/domain/events/list-events.ts',
    find: 'object.patient_id && !test ?',
    replace: 'object.patient_id ?',
    tests: [domain('webhooks-repeats')],
  },
  {
    name: 'the state of deliveries is what the log was asked for',
    file: 'server/domain/webhooks/list-deliveries.ts',
    find: 'input.status ? eq(deliveries.status, input.status) : undefined,',
    replace: '',
    tests: [domain('webhooks-repeats')],
  },
  {
    name: 'a receiver has few deliveries at once',
    file: 'server/events/queue.ts',
    find: 'export const PER_HOOK = 4;',
    replace: 'export const PER_HOOK = 40;',
    tests: [domain('webhooks-queue')],
  },
  {
    name: 'a result is written under its own lease only',
    file: 'server/events/results.ts',
    find: ' and d.lease_token = r.token',
    replace: '',
    tests: [domain('webhooks-queue')],
  },
  {
    name: 'a paused or deleted webhook is sent nothing',
    file: 'server/events/queue.ts',
    find: ' and w.enabled and w.deleted_at is null',
    replace: '',
    tests: [domain('webhooks-queue')],
  },
  {
    name: 'both secrets sign while one is being replaced',
    file: 'server/events/sign.ts',
    find: "signatures.join(' ')",
    replace: "signatures.slice(-1).join(' ')",
    tests: [unit('webhooks/sign'), unit('webhooks/verify-code')],
  },
  {
    name: 'what a real name server answers is judged at the connection',
    file: 'server/events/outbound-guard.ts',
    find: "          return done(new BlockedAddress(), '');",
    replace: '          return done(null, answers);',
    tests: [unit('webhooks/resolver')],
  },
];
