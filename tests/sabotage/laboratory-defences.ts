import type { Defence } from './defences';

/** Defences between the wire and the acknowledgement, and of what follows it. */

const receiving = ['tests/domain/receive-message.test.ts'];
const mllp = ['tests/domain/mllp.test.ts'];
const door = ['tests/api/ingest.test.ts'];
const runner = ['tests/domain/intake-runner.test.ts'];
const folder = ['tests/domain/intake-folder.test.ts'];
const connections = ['tests/domain/lab-connections.test.ts'];
const orders = ['tests/domain/lab-orders-changes.test.ts'];
const operating = ['tests/domain/inbound-messages.test.ts'];

export const LABORATORY_DEFENCES: Defence[] = [
  {
    name: 'the barcode of an order is one that scanners accept',
    file: 'components/print/code-128.ts',
    find: 'sum + value * (at + 1), START_B) % 103',
    replace: 'sum + value * at, START_B) % 103',
    tests: ['tests/unit/portal/barcode.test.ts'],
  },
  {
    name: 'an order goes no way back, and is cancelled once',
    file: 'server/domain/lab-orders/change-order.ts',
    find: 'if (!canMove(order.status, status))',
    replace: 'if (order.status === status)',
    tests: orders,
  },
  {
    name: 'an order that has results is not cancelled by people',
    file: 'server/domain/lab-orders/cancel-lab-order.ts',
    find: "if (order.status === 'partially_resulted')",
    replace: 'if (false as boolean)',
    tests: orders,
  },
  {
    name: 'an order that has results is not marked as rejected by people',
    file: 'server/domain/lab-orders/reject-lab-order.ts',
    find: "if (order.status === 'partially_resulted')",
    replace: 'if (false as boolean)',
    tests: orders,
  },
  {
    name: 'an overdue order is told of once by processes that look at the same moment',
    file: 'server/domain/lab-orders/announce-overdue-order.ts',
    find: '      if (!isOpen(order.status) || order.overdueDueAt === null || order.overdueDueAt > now) throw notFound();\n',
    replace: '',
    tests: orders,
  },
  {
    name: 'an import that changes nothing of the catalog tells nothing',
    file: 'server/domain/catalog/upsert-catalog.ts',
    find: '                setWhere: DIFFERS,\n',
    replace: '',
    tests: ['tests/domain/lab-results-orders.test.ts'],
  },
  {
    name: 'favourite tests are those of one person',
    file: 'server/domain/catalog/favourites.ts',
    find: ', eq(favouriteTests.userId, ctx.actor.id!))!;',
    replace: ')!;',
    tests: ['tests/domain/lab-results-orders.test.ts'],
  },
  {
    name: 'a message whose bytes came before is worked up once, also when both come at the same moment',
    file: 'server/db/migrations/0020_intake.sql',
    find: 'CREATE UNIQUE INDEX "inbound_messages_once"',
    replace: 'CREATE INDEX "inbound_messages_once"',
    tests: receiving,
  },
  {
    name: 'a message without control id is never taken for a repeated one',
    file: 'server/db/migrations/0020_intake.sql',
    find: 'duplicate_of is null and control_id is not null;',
    replace: 'duplicate_of is null;',
    tests: receiving,
  },
  {
    name: 'a laboratory is told that a message was taken only after it is safe',
    file: 'server/intake/mllp/session.ts',
    find: '({ answers } = await options.receive(sent));',
    replace: 'void options.receive(sent).catch(() => undefined);\n      answers = answersWhenDown(sent);',
    tests: mllp,
  },
  {
    name: 'a message of an unknown sender is refused',
    file: 'server/intake/receive/judge.ts',
    find: '(strange(first, read, connection) ?? checked.problem)',
    replace: 'checked.problem',
    tests: receiving,
  },
  {
    name: 'nothing is taken of laboratories of a suspended organisation',
    file: 'server/domain/lab-connections/receiving.ts',
    find: 'if (!row?.enabled || row.suspendedAt) return null;',
    replace: 'if (!row?.enabled) return null;',
    tests: receiving,
  },
  {
    name: 'an address that is not allowed is cut off before a byte is read',
    file: 'server/intake/mllp/listener.ts',
    find: 'if (!mayEnter(settings, addressOf(raw))) {',
    replace: "if (settings.allowedAddresses[0] === 'nobody') {",
    tests: mllp,
  },
  {
    name: 'a sender without certificate is cut off where there is an authority',
    file: 'server/intake/mllp/listener.ts',
    find: '{ requestCert: true, rejectUnauthorized: true }',
    replace: '{}',
    tests: mllp,
  },
  {
    name: 'a frame that does not end is shown as a problem',
    file: 'server/intake/mllp/session.ts',
    find: "if (warnedOf !== unfinished.since) options.note('frame_not_ended');",
    replace: '',
    tests: mllp,
  },
  {
    name: 'a stopping listener takes no further message',
    file: 'server/intake/mllp/session.ts',
    find: 'event && !stopping && !socket.destroyed;',
    replace: 'event && !socket.destroyed;',
    tests: mllp,
  },
  {
    name: 'a revoked ingest key opens nothing',
    file: 'server/auth/authenticate-ingest-key.ts',
    find: "if (row.revokedAt) return 'revoked';",
    replace: '',
    tests: door,
  },
  {
    name: 'an ingest key is good from allowed addresses only',
    file: 'server/auth/authenticate-ingest-key.ts',
    find: 'if (connection.allowedAddresses.length > 0 && !isListed(caller.ip, connection.allowedAddresses))',
    replace: "if (connection.allowedAddresses[0] === 'nobody')",
    tests: door,
  },
  {
    name: 'an ingest key that ends while its message comes in slowly is refused',
    file: 'server/http/ingest-door.ts',
    find: 'ctx.actor = await judgeKey(req, info);',
    replace: 'await Promise.resolve();',
    tests: door,
  },
  {
    name: 'a message that fails three times is parked',
    file: 'server/intake/runner/runner.ts',
    find: 'if (claimed.tries >= MOST_TRIES) return park(',
    replace: 'if (claimed.tries >= 1_000_000) return park(',
    tests: runner,
  },
  {
    name: 'a message that ended three processes is parked untried',
    file: 'server/intake/runner/runner.ts',
    find: "if (claimed.tries > MOST_TRIES) return await park(claimed, 'crashed', about);",
    replace: '',
    tests: runner,
  },
  {
    name: 'no message overtakes an earlier one of its connection',
    file: 'server/domain/inbound-messages/queue.ts',
    find: "m.connection_id = c.connection_id and m.state = 'received'\n",
    replace:
      "m.connection_id = c.connection_id and m.state = 'received' and (m.next_try_at is null or m.next_try_at <= $1::timestamptz)\n",
    tests: runner,
  },
  {
    name: 'what waits of a suspended organisation is not worked up',
    file: 'server/domain/inbound-messages/queue.ts',
    find: 'o.id = c.org_id and o.suspended_at is null',
    replace: 'o.id = c.org_id',
    tests: runner,
  },
  {
    name: 'a file that is still being written is left alone',
    file: 'server/intake/folder/take-files.ts',
    find: 'if (before.get(name) !== state || signal.aborted) continue;',
    replace: 'if (signal.aborted) continue;',
    tests: folder,
  },
  {
    name: 'a folder is named by the operator alone',
    file: 'server/domain/lab-connections/create-lab-connection.ts',
    find: "if (directory !== null && ctx.actor.kind !== 'system')",
    replace: "if (directory === '')",
    tests: folder,
  },
  {
    name: 'letting more in to a lab connection asks for a proof',
    file: 'server/domain/lab-connections/update-lab-connection.ts',
    find: 'if (opens) assertProven(ctx);',
    replace: 'void opens;',
    tests: connections,
  },
  {
    name: 'whoever a message of a laboratory is about has its reading in the access log',
    file: 'server/intake/viewer/get-inbound-message.ts',
    find: '[report.patientId, candidateOf(report)]',
    replace: '[report.patientId]',
    tests: operating,
  },
  {
    name: 'a message that was refused is not worked up behind the back of its sender',
    file: 'server/domain/inbound-messages/run-message-again.ts',
    find: 'if (!mayRunAgain(message))',
    replace: "if (message.state === 'received')",
    tests: operating,
  },
  {
    name: 'the alarm of a silent laboratory counts working hours only',
    file: 'server/domain/lab-connections/silence.ts',
    find: 'if (!days.includes(day.getUTCDay() || 7)) return null;',
    replace: 'void days;',
    tests: ['tests/unit/silence.test.ts'],
  },
  {
    name: 'nothing hides in the text of a message',
    file: 'components/lab-feeds/visible-text.ts',
    find: '\\u2028-\\u202e',
    replace: '\\u2028-\\u2029',
    tests: ['tests/unit/portal/lab-feeds.test.ts'],
  },
  {
    name: 'a renewed certificate is taken by a port that stays open',
    file: 'server/intake/mllp/mllp.ts',
    find: '    await renew();\n',
    replace: '',
    tests: ['tests/domain/mllp-certificate.test.ts'],
  },
  {
    name: 'an ingest key lives no longer than the organisation allows',
    file: 'server/domain/lab-connections/create-ingest-key.ts',
    find: 'endOfKey(input.expires_at, { now, maxDays, lifeMs: Infinity })',
    replace: 'endOfKey(input.expires_at, { now, maxDays: null })',
    tests: ['tests/domain/lab-connections.test.ts'],
  },
];
