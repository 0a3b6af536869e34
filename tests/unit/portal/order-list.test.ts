import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { OrderList } from '@/components/orders/order-list';
import { TransmissionNotice } from '@/components/orders/transmission';
import { itemWord, OrderFacts } from '@/components/orders/order-sheet';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import { render } from '../../support/render';

const NOW = Date.parse('2026-11-30T12:00:00.000Z');

const order = (more: Partial<LabOrder>, transmission: Partial<LabOrder['transmission']> = {}) =>
  ({
    id: 'ord_1',
    patient_id: 'pat_1',
    order_number: '12345678901',
    external_id: null,
    created_at: '2026-11-28T12:00:00.000Z',
    created_by: 'system',
    priority: 'routine',
    status: 'sent',
    status_history: [],
    result_ids: [],
    result_severity: null,
    items: [{ id: 'itm_1', name: 'Zinc' }],
    diagnoses: [],
    copy_to: [],
    ordering_clinician: null,
    collection: null,
    collect_on: null,
    fasting: null,
    notes: null,
    lab_id: 'lab',
    expected_by: null,
    overdue: false,
    ...more,
    transmission: {
      status: 'accepted',
      pending: false,
      paused: false,
      failing_since: null,
      message: 'new_order',
      unsent: false,
      attempts: 1,
      last_attempt_at: null,
      accepted_at: '2026-11-28T12:00:00.000Z',
      filler_order_number: null,
      reason: null,
      ...transmission,
    },
  }) as unknown as LabOrder;

const list = (one: LabOrder) =>
  render(createElement(OrderList, { orders: [one], caption: 'Orders', today: '2026-11-30', now: NOW }));

const notice = (one: LabOrder) =>
  render(createElement(TransmissionNotice, { order: one, labName: 'Harbor', mayOrder: true }));

describe('a list of orders', () => {
  it('shows a reason once', () => {
    const reason = 'No account.';
    const step = { status: 'rejected' as const, at: '2026-11-30T11:00:00.000Z', by: 'system', reason };
    const rejected = order(
      { status: 'rejected', status_history: [{ ...step, source: 'message' }] },
      { status: 'rejected', reason },
    );
    expect(list(rejected).split(reason)).toHaveLength(2);
  });

  it('names who ordered, and not that an order is not tracked', () => {
    const placed = list(order({ ordering_clinician: { user_id: null, name: 'Dr. Kim', npi: null } }));
    expect(placed).toContain('Ordered by <bdi>Dr. Kim</bdi>');
    expect(placed).not.toContain('No turnaround time in the catalog');
  });

  it('shows the flag of the most severe report', () => {
    const reported = { status: 'completed' as const, result_ids: ['res_1', 'res_2'] };
    expect(list(order({ ...reported, result_severity: 'critical' }))).toContain('Critical');
    expect(list(order({ ...reported, result_severity: 'normal' }))).not.toContain('Normal');
  });

  it('shows since when an order is overdue', () => {
    const late = order({ overdue: true, expected_by: '2026-11-29T11:00:00.000Z' });
    expect(list(late)).toContain('Expected 1d ago');
  });

  it('does not say of a failed cancellation that the order is not sent', () => {
    const html = list(order({}, { status: 'failed', message: 'cancellation' }));
    expect(html).toContain('Accepted by lab');
    expect(html).toContain('Cancellation not sent');
    expect(html).not.toContain('Sending failed');
    const failing = { pending: true, failing_since: '2026-11-30T11:00:00.000Z' };
    const asked = list(order({}, { status: 'cancel_requested', message: 'cancellation', ...failing }));
    expect(asked).toMatch(/data-state="problem".*Cancellation queued, sending failed/s);
  });

  it('says of an order that is queued for too long that it is not sent, as of any other one', () => {
    const look = '<span class="dot" data-state="problem"></span><strong';
    const queued = list(order({ status: 'requested' }, { status: 'queued', unsent: true }));
    expect(queued).toContain(look);
    expect(queued).toContain('Not sent</strong>');
    for (const more of [{ overdue: true }, { priority: 'stat' as const }]) {
      const onPaper = order(
        { status: 'requested', ...more },
        { status: 'not_applicable', unsent: 'priority' in more },
      );
      expect(list(onPaper)).toContain(look);
    }
    // As in the list “Needs attention”: not yet.
    for (const transmission of [
      { status: 'not_applicable' as const },
      { status: 'queued' as const, paused: true },
    ])
      expect(list(order({ status: 'requested', priority: 'urgent' }, transmission))).not.toContain(look);
  });

  it('says while every attempt fails that the order does not reach the laboratory', () => {
    const failing = { status: 'queued' as const, pending: true, failing_since: '2026-11-30T11:00:00.000Z' };
    const queued = order({ status: 'requested' }, failing);
    expect(list(queued)).toContain('Queued, sending failed');
    const collected = list(order({ status: 'collected' }, { ...failing, unsent: true }));
    expect(collected).toContain('Collected');
    expect(collected).toContain('Not sent, sending failed');
    expect(notice(queued)).toContain('sending has failed since 30-Nov-2026 11:00');
    expect(notice(queued)).not.toContain('Sending is automatic');
  });

  it('that is paused is a problem only when a person must act', () => {
    const paused = { status: 'queued' as const, pending: true, paused: true };
    const queued = notice(order({ status: 'requested' }, paused));
    expect(queued).toMatch(/Queued\.<.strong>Sending to/);
    expect(queued).not.toMatch(/Call the laboratory|Print requisition|border-error/);
    const unsent = notice(order({ status: 'requested' }, { ...paused, unsent: true }));
    expect(unsent).toMatch(/border-error.*Call the laboratory.*Print requisition/s);
  });

  it('links no requisition of an order that is being canceled', () => {
    expect(list(order({}))).toContain('Requisition of order');
    const asked = order({}, { status: 'cancel_requested', message: 'cancellation', pending: true });
    expect(list(asked)).not.toContain('Requisition of order');
    expect(list(asked)).toContain('Cancellation queued');
  });
});

describe('the facts of an order', () => {
  const facts = (
    status: 'sent' | 'cancelled' | 'rejected',
    isFollowed: boolean,
    more: { expected_by?: string } = {},
  ) => {
    const sheet = { order: order({ status, ...more }), names: {}, lab_name: null };
    return render(
      createElement(OrderFacts, {
        sheet: sheet as unknown as Parameters<typeof OrderFacts>[0]['sheet'],
        isFollowed,
      }),
    );
  };
  it('say that no one follows up an open order, but not on the requisition', () => {
    expect(facts('sent', true)).toContain('No turnaround time in the catalog');
    expect(facts('sent', false)).not.toContain('Expected by');
    expect(facts('cancelled', true)).not.toContain('Expected by');
  });

  it('have no expected date of an order that was canceled or rejected', () => {
    const expected_by = '2026-12-02T00:57:00.000Z';
    expect(facts('sent', false, { expected_by })).toContain('Expected by');
    expect(facts('cancelled', true, { expected_by })).not.toContain('Expected by');
    expect(facts('rejected', true, { expected_by })).not.toContain('Expected by');
  });

  it('name a test of a rejected order rejected', () => {
    const item = { status: 'not_performed' } as const;
    expect(itemWord(order({ status: 'rejected' }), item)).toBe('Rejected');
    expect(itemWord(order({ status: 'completed' }), item)).toBe('Not performed');
  });
});
