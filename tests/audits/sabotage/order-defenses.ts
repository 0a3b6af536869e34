import type { Defense } from './defenses';

const domain = (name: string) => `tests/integration/domain/${name}.test.ts`;

export const ORDER_DEFENSES: Defense[] = [
  {
    name: 'an order is stored with its message',
    file: 'server/domain/lab-orders/store-message.ts',
    find: 'await tx.insert(outboundMessageBytes).values(',
    replace: "if (kind !== 'new_order') await tx.insert(outboundMessageBytes).values(",
    tests: [domain('order-messages')],
  },
  {
    name: 'an order message is the first queued one of its connection',
    file: 'server/domain/outbound-messages/queue.ts',
    find: '.orderBy(desc(outboundMessages.stat), asc(outboundMessages.position))',
    replace: '.orderBy(desc(outboundMessages.stat), desc(outboundMessages.position))',
    tests: [domain('order-worker')],
  },
  {
    name: 'a destination has one sender',
    file: 'server/domain/outbound-messages/queue.ts',
    find: 'and (d.lease_until is null or d.lease_until <= $1::timestamptz)',
    replace: '',
    tests: [domain('order-worker')],
  },
  {
    name: 'a sender without the lease begins no message',
    file: 'server/domain/outbound-messages/queue.ts',
    find: '    eq(orderDestinations.leaseToken, token),\n',
    replace: '',
    tests: [domain('order-worker')],
  },
  {
    name: 'an answer with another control ID is not believed',
    file: 'server/transmissions/mllp-link.ts',
    find: 'awaited?.controlId === answer.controlId ? awaited : null',
    replace: 'awaited',
    tests: [domain('order-worker')],
  },
  {
    name: 'a second answer changes nothing',
    file: 'server/domain/lab-orders/record-answer.ts',
    find: "return status === 'sent' && is !== 'sent' ? is : null;",
    replace: 'return is;',
    tests: [domain('order-answers')],
  },
  {
    name: 'an order that was written is canceled by the laboratory',
    file: 'server/domain/lab-orders/cancel-lab-order.ts',
    find: "return sent.some(({ status }) => status !== 'rejected');",
    replace: 'return sent.length > 1000;',
    tests: [domain('order-messages'), domain('order-worker')],
  },
  {
    name: 'an attempt is recorded before it is written',
    file: 'server/domain/outbound-messages/queue.ts',
    find: '        sentAt: head.sentAt ?? now,\n',
    replace: '',
    tests: [domain('order-worker')],
  },
  {
    name: 'an order that may have arrived is sent again as the same message',
    file: 'server/domain/lab-orders/send-lab-order-again.ts',
    find: "latest?.status === 'failed' && latest.sentAt !== null",
    replace: "latest?.status === 'sent' && latest.sentAt !== null",
    tests: [domain('order-worker')],
  },
  {
    name: 'the address of a laboratory is checked when it is connected',
    file: 'server/outbound/open-socket.ts',
    find: "if (readLiteral(target.host) && !isAllowed(guard, target.host)) throw cause('BLOCKED_ADDRESS');",
    replace: '',
    tests: [domain('order-destinations')],
  },
  {
    name: 'the address of a laboratory is checked when it is saved',
    file: 'server/outbound/open-socket.ts',
    find: 'if (literal) return isAllowed(guard, host) ? null : INNER;',
    replace: 'if (literal) return null;',
    tests: [domain('order-destinations')],
  },
  {
    name: 'MLLP does not go around the proxy',
    file: 'server/outbound/open-socket.ts',
    find: 'policy.proxy ? { ...policy, onlyExceptions: true } : policy',
    replace: 'policy',
    tests: [domain('order-destinations')],
  },
  {
    name: 'an answer concerns only orders of the same connection',
    file: 'server/domain/lab-orders/record-update.ts',
    find: ' and m.connection_id = ${connectionId}',
    replace: ' and ${connectionId}::text is not null',
    tests: [domain('order-answers')],
  },
  {
    name: 'answers are accepted only from laboratories that receive orders',
    file: 'server/hl7v2/check-structure.ts',
    find: 'if (!isFeed && orders && isAboutOrders(type))',
    replace: 'if (!isFeed && isAboutOrders(type))',
    tests: [domain('order-answers')],
  },
];
