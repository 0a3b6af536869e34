import type { Defense } from './defenses';

const STREAM = ['tests/integration/api/changes.test.ts'];
const FEED = 'server/domain/changes/change-feed.ts';

/** The stream of changes to open pages. */
export const CHANGE_DEFENSES: Defense[] = [
  {
    name: 'changes go to pages of their organization only',
    file: FEED,
    find: 'summaries(fresh.get(orgId) ?? []',
    replace: 'summaries([...fresh.values()].flat()',
    tests: STREAM,
  },
  {
    name: 'the open pages of a chart hear of its restriction',
    file: 'server/domain/changes/outbox.ts',
    find: 'inbox: true, restricted: [...new Set(patients.map(chartCode))] }',
    replace: 'inbox: true }',
    tests: STREAM,
  },
  {
    name: 'a user without an inbox hears nothing of it',
    file: 'server/domain/changes/outbox.ts',
    find: '...(sees.inbox ? { inbox, critical } : {}),',
    replace: 'inbox,\n    critical,',
    tests: STREAM,
  },
  {
    name: 'a user hears nothing of the results in a restricted chart',
    file: 'server/domain/changes/outbox.ts',
    find: 'restricted.get(patient)?.has(userId) ?? true',
    replace: 'patient !== userId',
    tests: STREAM,
  },
  {
    name: 'an opened chart is open for its user only',
    file: FEED,
    find: 'restricted.size > 0 ? `${subscriber.role} ${subscriber.userId}` : subscriber.role',
    replace: 'subscriber.role',
    tests: STREAM,
  },
  {
    name: 'a stream ends with its session',
    file: FEED,
    find: 'if (role === undefined)',
    replace: 'if (role === null)',
    tests: STREAM,
  },
  {
    name: 'a stream ends with the role of its user',
    file: FEED,
    find: 'else if (role !== one.subscriber.role) this.leave(one);',
    replace: '',
    tests: STREAM,
  },
  {
    name: 'an idle session ends its stream',
    file: 'server/auth/live-sessions.ts',
    find: '.filter(({ session }) => isLive(session, now))',
    replace: '',
    tests: STREAM,
  },
  {
    name: 'nothing is sent to a reader whose session has ended',
    file: 'server/domain/changes/subscription.ts',
    find: '      if (this.reason) throw this.reason;\n      if (this.isOver) return;\n      const next = this.unread;',
    replace:
      '      const next = this.unread;\n      if (!next && this.reason) throw this.reason;\n      if (!next && this.isOver) return;',
    tests: ['tests/unit/changes/subscription.test.ts'],
  },
  {
    name: 'a transaction that commits late is not missed',
    file: FEED,
    find: 'run.position = position;',
    replace:
      'run.position = events.reduce((last, { txid }) => (BigInt(txid) >= BigInt(last) ? String(BigInt(txid) + 1n) : last), position);',
    tests: STREAM,
  },
  {
    name: 'the unread changes of a slow page do not grow',
    file: 'server/domain/changes/outbox.ts',
    find: 'all.everything || isTooMuch',
    replace: 'all.everything',
    tests: ['tests/unit/changes/subscription.test.ts'],
  },
  {
    name: 'a stream does not extend its session',
    file: 'server/http/trpc-handler.ts',
    find: '  if (isStream) markBackground(req);\n',
    replace: '',
    tests: STREAM,
  },
  {
    name: 'a page of another organization gets no stream',
    file: 'server/http/page-organization.ts',
    find: ' ?? query?.get(PARAMETER) ?? undefined',
    replace: '',
    tests: STREAM,
  },
];
