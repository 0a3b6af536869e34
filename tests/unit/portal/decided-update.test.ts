import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FormatProvider } from '@/components/format/format-provider';
import { UpdateDecision } from '@/components/unmatched/decided-update';

type Update = Parameters<typeof UpdateDecision>[0]['update'];

const render = (changes: Partial<Update>): string => {
  const update = { candidates: [], decided: null, newest_id: null, ...changes } as Partial<Update> as Update;
  return renderToStaticMarkup(
    createElement(FormatProvider, { timeZone: 'UTC', children: createElement(UpdateDecision, { update }) }),
  );
};

describe('the decision about patient data', () => {
  it('links a replaced message to the newest one', () => {
    expect(render({ state: 'older', newest_id: 'upd_2' })).toMatch(
      /Superseded by a newer message.*href="\/unmatched\/patients\/upd_2".*Open newest message/,
    );
    expect(render({ state: 'older' })).not.toContain('href');
  });

  it('calls a request closed, and a patient that was to be deleted kept', () => {
    const request = { state: 'dismissed', problem: 'merge_sent' } as const;
    const patient = { id: 'pat_1', family: 'Doe', given: 'Jane' };
    const candidates = [{ patient }, { patient }] as Update['candidates'];
    expect(render({ ...request, outcome: 'closed', candidates })).toContain('Request closed');
    expect(render({ ...request, outcome: null, candidates })).toContain('Rejected');
    const deletion = { ...request, problem: 'deletion_sent', outcome: 'closed' } as const;
    expect(render({ ...deletion, candidates })).toContain('Patient kept');
    expect(render(deletion)).toContain('Request closed');
  });

  it('states that a merge was undone, instead of the merge', () => {
    const undone = { at: '2026-11-29T23:25:00Z', by_name: 'Dr. Kim', reason: 'Two people.' };
    const merge = { family: 'Doe', given: 'Jane', undone };
    const html = render({ state: 'applied', outcome: 'merged', merge });
    expect(html).toMatch(/Merge undone<\/strong> on .* by .*Dr. Kim.*Two people/);
    expect(html).toContain('Reason: “<bdi>Two people.</bdi>”');
    expect(html).not.toContain('Merged');
    // No user wrote it.
    const atOnce = { ...undone, reason: 'Undone right after the merge.' };
    expect(render({ state: 'applied', outcome: 'merged', merge: { ...merge, undone: atOnce } })).toMatch(
      />Undone right after the merge\.</,
    );
  });
});
