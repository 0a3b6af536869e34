import { joinTests } from '@/server/domain/lab-results/rules';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { CopiedFrom } from '@/components/orders/copied-from';
import { render } from '../../support/render';

it('says what a repeated order does not copy', () => {
  const template = {
    patient_id: 'pat_1',
    order_number: 'C26-1',
    created_at: '2026-11-20T08:00:00.000Z',
    tests: [],
    priority: null,
    diagnoses: [],
    missing: [],
  };
  expect(render(createElement(CopiedFrom, { template }))).toContain(
    'Priority, answers, collection date and note to the laboratory are not copied.',
  );
  const urgent = { ...template, priority: 'stat' as const };
  expect(render(createElement(CopiedFrom, { template: urgent }))).toContain(
    'Priority: STAT, as in that order. Answers, collection date and note to the laboratory are not copied.',
  );
});

it('keeps names of tests with commas apart', () => {
  expect(joinTests(['TSH', 'T4, free'])).toBe('TSH · T4, free');
});
