import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ReportBeside } from '@/components/results/report-beside';

const PDF = {
  title: 'Lab report',
  status: 'available',
  content_type: 'application/pdf',
  content_url: '/content/abc',
} as const;

const beside = (document: Parameters<typeof ReportBeside>[0]['document']): string =>
  renderToStaticMarkup(createElement(ReportBeside, { document, close: '/report', children: 'values' }));

describe('the report as sent, beside its values', () => {
  it('stands in a frame without the attribute that breaks the viewer', () => {
    const html = beside(PDF);
    expect(html).toContain('<iframe src="/content/abc"');
    expect(html).not.toContain('sandbox');
    expect(html).toContain('values');
  });

  it.each([
    ['not there', null],
    ['still checked', { ...PDF, status: 'processing' as const }],
    ['no PDF', { ...PDF, content_type: 'image/tiff' }],
  ])('keeps the values where it is %s', (_why, document) => {
    const html = beside(document);
    expect(html).not.toContain('<iframe');
    expect(html).toContain('The values beside it are complete.');
    expect(html).toContain('values');
  });
});
