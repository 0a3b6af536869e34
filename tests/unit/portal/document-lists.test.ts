import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { isTabular } from '@/components/documents/document-text';
import { DocumentHistory } from '@/components/documents/document-history';
import { DocumentLines, recentOf } from '@/components/documents/document-lines';
import { RelatedDocuments } from '@/components/documents/related-documents';
import { FormatProvider } from '@/components/format/format-provider';

type Document = Parameters<typeof RelatedDocuments>[0]['of'];

it('the parts of a message show their format, and which of them is replaced', () => {
  const part = (id: string, type: string, replaced: string | null) =>
    ({
      id,
      title: 'Discharge summary',
      content_type: type,
      created_at: '2026-11-29T10:00:00Z',
      withdrawn_at: null,
      replaced_by: replaced,
      addendum_to: null,
      source: { sent_at: '2026-11-29T10:00:00Z', status: 'authenticated', relation: null },
    }) as unknown as Document;
  const all = [part('doc_1', 'text/plain', 'doc_3'), part('doc_2', 'application/pdf', null)];
  const html = renderToStaticMarkup(
    createElement(FormatProvider, {
      timeZone: 'UTC',
      children: createElement(RelatedDocuments, { of: all[1]!, all }),
    }),
  );
  const [pdf, text] = [...html.matchAll(/<li.*?<\/li>/g)].map(([row]) => row);
  expect(pdf).toMatch(/PDF · Sent/);
  expect(pdf).not.toContain('Superseded');
  expect(text).toMatch(/class="line-through".*Plain text · Sent.*Superseded/);
  expect(pdf).not.toContain('line-through');
});

it('a list marks a PDF file that is cut off', () => {
  const html = (lacks_end: boolean) => {
    const document = {
      id: 'doc_1',
      patient_id: 'pat_1',
      title: 'Scan',
      category: 'other',
      document_date: '2026-11-29',
      status: 'available',
      source: null,
      lacks_end,
    } as unknown as Document;
    return renderToStaticMarkup(
      createElement(FormatProvider, {
        timeZone: 'UTC',
        children: createElement(DocumentLines, { documents: [document] }),
      }),
    );
  };
  expect(html(true)).toContain('Incomplete PDF');
  expect(html(false)).not.toContain('Incomplete PDF');
});

it('the summary lists no documents entered in error or withdrawn, but never nothing', () => {
  const of = (id: string, status = 'available', withdrawn_at: string | null = null) =>
    ({ id, status, withdrawn_at }) as unknown as Document;
  const invalid = [of('error', 'entered_in_error'), of('withdrawn', 'available', '2026-01-01T00:00:00Z')];
  expect(recentOf([of('scan'), ...invalid, of('letter')]).map(({ id }) => id)).toEqual(['scan', 'letter']);
  expect(recentOf(invalid)).toEqual(invalid);
});

it('the history of a moved document starts with the move', () => {
  const moved = {
    act: 'moved_here' as const,
    reason: 'Wrong chart.',
    changes: [],
    by: 'Dr. Lee',
    at: '2026-11-29T10:00:00Z',
    other: null,
  };
  const html = renderToStaticMarkup(
    createElement(FormatProvider, {
      timeZone: 'UTC',
      children: createElement(DocumentHistory, { of: { data: [moved], decided: null } }),
    }),
  );
  expect(html).toMatch(/Moved from another patient by <bdi>Dr. Lee<\/bdi>/);
});

it('a text with aligned columns keeps a monospaced font, prose does not', () => {
  expect(isTabular('Test    Value  Unit\nNa      140    mmol/L\nK       4.1    mmol/L\n')).toBe(true);
  expect(isTabular('Test\tValue\nNa\t140\nK\t4.1')).toBe(true);
  expect(isTabular('Dear colleague,\n\nI saw him today.  He is well.\n    Regards')).toBe(false);
});
