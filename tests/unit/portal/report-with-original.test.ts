import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ReportWithOriginal } from '@/components/results/report-with-original';

const PDF = {
  title: 'Lab report',
  status: 'available',
  content_type: 'application/pdf',
  content_url: '/content/abc',
} as const;

const renderOriginal = (document: Parameters<typeof ReportWithOriginal>[0]['document']): string =>
  renderToStaticMarkup(createElement(ReportWithOriginal, { document, close: '/report', children: 'values' }));

describe('original report next to its values', () => {
  it('is in a frame without the attribute that breaks the viewer', () => {
    const html = renderOriginal(PDF);
    expect(html).toContain('<iframe src="/content/abc"');
    expect(html).not.toContain('sandbox');
    expect(html).toContain('values');
  });

  it.each([
    ['not there', null],
    ['still checked', { ...PDF, status: 'processing' as const }],
    ['no PDF', { ...PDF, content_type: 'image/tiff' }],
  ])('keeps the values where it is %s', (_why, document) => {
    const html = renderOriginal(document);
    expect(html).not.toContain('<iframe');
    expect(html).toContain('The values are complete.');
    expect(html).toContain('values');
  });
});
