import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FormatProvider } from '@/components/format/format-provider';
import { DecidedDocument } from '@/components/unmatched/decided-document';

type Document = Parameters<typeof DecidedDocument>[0]['document'];

const render = (state: Document['state']): string => {
  const document = {
    state,
    decided: { at: '2026-11-29T23:25:00Z', by_name: 'Dr. Kim', reason: 'Sent again.' },
    chart: { id: 'pat_1', family: 'Novak', given: 'Carlos' },
    document_id: 'doc_1',
  } as Document;
  return renderToStaticMarkup(
    createElement(FormatProvider, {
      timeZone: 'UTC',
      children: createElement(DecidedDocument, { document }),
    }),
  );
};

describe('a decided document', () => {
  it.each(['filed', 'changed', 'older'] as const)('that is %s links to the chart', (state) => {
    expect(render(state)).toContain('href="/patients/pat_1/documents/doc_1"');
  });

  it('that is rejected links to no chart', () => {
    expect(render('dismissed')).toContain('Rejected');
    expect(render('dismissed')).not.toContain('href');
  });
});
