import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { UnseenFile } from '@/components/documents/unseen-file';

vi.mock('@/components/documents/sign-off', () => ({
  SignOff: ({ isUnopened }: { isUnopened?: boolean }) => (isUnopened ? 'asks first' : 'signs off'),
}));

type Document = Parameters<typeof UnseenFile>[0]['document'];

it('a file without a preview is signed off after a question until it is downloaded', () => {
  const html = (signed_off_at: string | null) =>
    renderToStaticMarkup(
      createElement(UnseenFile, {
        document: { id: 'doc_1', signed_off_at } as Partial<Document> as Document,
        url: '/content',
        self: 'usr_1',
        lacksEnd: false,
      }),
    );
  expect(html(null)).toContain('asks first');
  // Withdrawing needs no question.
  expect(html('2026-11-29T10:00:00Z')).toContain('signs off');
});
