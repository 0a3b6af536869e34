import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../server/errors/domain-error';
import {
  changesOf as changesFor,
  EVERYTHING,
  merged,
  NO_CHANGES,
  summaryOf as summaryFor,
  type OutboxEvent,
  type Reader,
} from '../../../server/domain/changes/outbox';
import { Subscription } from '../../../server/domain/changes/subscription';
import { newId, showId } from '../../../server/shared/ids';

const clinician: Reader = {
  userId: newId(),
  sees: { inbox: true, unmatched: true, held: true, patients: true, results: true, documents: true },
};
const open = () => new Subscription({ orgId: newId(), sessionId: newId(), role: 'clinician', ...clinician });
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
  const patient = showId('patient', newId());
  const charts = [patient.slice(-2)];
  const [one, other] = [newId(), newId()];
  const result = showId('lab_result', one);
  const event = (type: OutboxEvent['type'], objectId: string): OutboxEvent => ({
    orgId: '',
    id: newId(),
    txid: '1',
    type,
    objectId,
    isRestriction: false,
    isCriticalAssignment: false,
    actor: 'system',
    patients: [patient],
  });
  const changesOf = (one: OutboxEvent, reader = clinician, opened?: string[]) =>
    changesFor(one, reader, new Map(opened ? [[patient, new Set(opened)]] : []));

  it('names critical reports once, and omits what no page shows', () => {
    const summaryOf = (events: OutboxEvent[]) => summaryFor(events, clinician, new Map());
    expect(summaryOf([event('webhook.test', one), event('catalog.updated', one)])).toBeNull();
    expect(
      summaryOf([
        event('lab_result.created', one),
        event('lab_result.critical', one),
        event('lab_result.corrected', one),
        event('lab_result.reassigned', other),
        event('lab_result.critical_unacknowledged', one),
        event('lab_result.unmatched', other),
        event('document.available', other),
        event('lab_order.updated', other),
      ]),
    ).toEqual({
      object: 'changes',
      everything: false,
      inbox: true,
      critical: [result],
      unmatched: [showId('inbound_report', other)],
      decided: [],
      results: [result, showId('lab_result', other)],
      documents: [showId('document', other)],
      orders: [showId('lab_order', other)],
      charts,
      order_charts: charts,
      document_charts: charts,
      restricted: [],
    });
    expect(changesOf({ ...event('patient.updated', one), isRestriction: true })).toEqual({
      ...NO_CHANGES,
      inbox: true,
      restricted: charts,
    });
    expect(changesOf(event('lab_result.reviewed', one))).toEqual({
      ...NO_CHANGES,
      inbox: true,
      results: [result],
    });
    const assigned = event('lab_result.reviewer_changed', one);
    expect(changesOf(assigned)).toEqual({ ...NO_CHANGES, inbox: true, results: [result] });
    const critical = { ...assigned, isCriticalAssignment: true };
    expect(changesOf(critical)).toMatchObject({ inbox: true, critical: [result], results: [result] });
    const own = { ...critical, actor: showId('user', clinician.userId) };
    expect(changesOf(own)).toMatchObject({ inbox: true, critical: [], results: [result] });
    for (const type of ['patient.deleted', 'patient.restored'] as const)
      expect(changesOf(event(type, one))).toEqual({ ...NO_CHANGES, inbox: true, charts });
  });

  it('contains of a restricted chart only critical results of the inbox, until the user opens it', () => {
    const closed = (type: OutboxEvent['type']) => changesOf(event(type, one), clinician, [other]);
    expect(closed('lab_result.critical')).toEqual({ ...NO_CHANGES, inbox: true, critical: [result] });
    expect(closed('lab_result.corrected')).toEqual({ ...NO_CHANGES, inbox: true });
    expect(closed('lab_order.updated')).toBeNull();
    expect(closed('document.available')).toBeNull();
    const restriction = { ...event('patient.updated', one), isRestriction: true };
    expect(changesOf(restriction, clinician, [other])).toMatchObject({ restricted: charts });
    const opened = changesOf(event('lab_result.corrected', one), clinician, [clinician.userId]);
    expect(opened).toEqual({ ...NO_CHANGES, inbox: true, results: [result], charts });
    // Moved from an open chart, whose page shows it.
    const target = showId('patient', other);
    const moved = { ...event('lab_result.reassigned', one), patients: [patient, target] };
    expect(changesFor(moved, clinician, new Map([[target, new Set()]]))).toEqual({
      ...NO_CHANGES,
      inbox: true,
      results: [result],
      charts,
    });
  });

  it('contains what the role of the user shows', () => {
    const nothing = {
      inbox: false,
      unmatched: false,
      held: false,
      patients: false,
      results: false,
      documents: false,
    };
    const only = (sees: Partial<Reader['sees']>, type: OutboxEvent['type']) =>
      changesOf(event(type, one), { ...clinician, sees: { ...nothing, ...sees } });
    expect(only({ results: true }, 'lab_result.critical')).toEqual({ ...NO_CHANGES, results: [result] });
    expect(only({ results: true }, 'lab_result.unmatched')).toBeNull();
    expect(only({ unmatched: true }, 'lab_result.unmatched')).toEqual({
      ...NO_CHANGES,
      unmatched: [showId('inbound_report', one)],
    });
    expect(only({ documents: true, patients: true }, 'portal.inbound_document')).toBeNull();
    expect(only({ held: true }, 'portal.inbound_document')).toEqual({
      ...NO_CHANGES,
      decided: [showId('inbound_document', one)],
    });
    expect(only({ documents: true, patients: true }, 'lab_result.created')).toBeNull();
    expect(only({ results: true, patients: true }, 'document.available')).toBeNull();
    expect(only({}, 'lab_order.updated')).toBeNull();
  });

  it('stays everything once it is', () => {
    expect(merged(EVERYTHING, order(1))).toEqual(EVERYTHING);
    expect(merged(order(1), EVERYTHING)).toEqual(EVERYTHING);
  });
});
