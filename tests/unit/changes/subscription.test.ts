import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../server/errors/domain-error';
import { changesOf, EVERYTHING, merged, NO_CHANGES, summaryOf } from '../../../server/domain/changes/outbox';
import { Subscription } from '../../../server/domain/changes/subscription';
import { newId, showId } from '../../../server/shared/ids';

const open = () => new Subscription({ orgId: newId(), sessionId: newId(), role: 'clinician' });
const order = (number: number) => ({ ...NO_CHANGES, orders: [`ord_${number}`] });

describe('a reader of changes', () => {
  it('gets what it has not read as one batch, from whose position it resumes', async () => {
    const subscription = open();
    subscription.add({ position: '7', changes: order(1) });
    subscription.add({ position: '8', changes: { ...NO_CHANGES, inbox: true } });
    const batches = subscription.batches();
    expect((await batches.next()).value).toEqual({
      position: '8',
      changes: { ...NO_CHANGES, inbox: true, orders: ['ord_1'] },
    });
    const next = batches.next();
    subscription.add({ position: '9', changes: order(2) });
    expect((await next).value).toEqual({ position: '9', changes: order(2) });
  });

  it('that is slow is asked to read everything, and its queue does not grow', async () => {
    const subscription = open();
    for (let number = 0; number < 10_000; number++)
      subscription.add({ position: String(number), changes: order(number) });
    const { value } = await subscription.batches().next();
    expect(value).toEqual({ position: '9999', changes: EVERYTHING });
  });

  it('gets nothing after the end, not even what was not read before', async () => {
    const subscription = open();
    subscription.add({ position: '7', changes: order(1) });
    subscription.end(new DomainError('missing_credentials', 'Ended.'));
    subscription.end();
    await expect(subscription.batches().next()).rejects.toMatchObject({ code: 'missing_credentials' });
    const other = open();
    const waiting = other.batches().next();
    other.end();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });
});

describe('the summary of events', () => {
  it('names critical reports once, and omits what no page shows', () => {
    const [one, other] = [newId(), newId()];
    const event = (type: Parameters<typeof changesOf>[0]['type'], objectId: string) => ({
      orgId: '',
      id: newId(),
      txid: '1',
      type,
      objectId,
      isRestriction: false,
      charts: ['4k'],
    });
    expect(summaryOf([event('webhook.test', one), event('catalog.updated', one)])).toBeNull();
    expect(
      summaryOf([
        event('lab_result.created', one),
        event('lab_result.critical', one),
        event('lab_result.corrected', one),
        event('lab_result.reassigned', other),
        event('lab_result.critical_unacknowledged', one),
        event('document.available', other),
        event('lab_order.updated', other),
      ]),
    ).toEqual({
      object: 'changes',
      everything: false,
      inbox: true,
      critical: [showId('lab_result', one)],
      results: [showId('lab_result', one), showId('lab_result', other)],
      documents: [showId('document', other)],
      orders: [showId('lab_order', other)],
      charts: ['4k'],
      order_charts: ['4k'],
      document_charts: ['4k'],
      restricted: [],
    });
    expect(changesOf({ ...event('patient.updated', one), isRestriction: true })).toEqual({
      ...NO_CHANGES,
      inbox: true,
      restricted: ['4k'],
    });
    expect(changesOf(event('lab_result.reviewed', one))).toEqual({
      ...NO_CHANGES,
      inbox: true,
      results: [showId('lab_result', one)],
    });
    for (const type of ['patient.deleted', 'patient.restored', 'lab_result.unmatched'] as const)
      expect(changesOf(event(type, one))).toEqual({ ...NO_CHANGES, inbox: true });
  });

  it('stays everything once it is', () => {
    expect(merged(EVERYTHING, order(1))).toEqual(EVERYTHING);
    expect(merged(order(1), EVERYTHING)).toEqual(EVERYTHING);
  });
});
