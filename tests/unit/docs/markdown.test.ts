import { describe, expect, it } from 'vitest';
import { PAGES } from '../../../app/(public)/docs/pages-of-docs';
import { llmsText, markdownHref, markdownOf } from '../../../components/docs/markdown';
import { OPERATIONS } from '../../../components/docs/reference';

const ORIGIN = 'https://clinic.example.net';

describe('the Markdown of the documentation', () => {
  const whole = PAGES.filter(({ href }) => !href.includes('#'));

  it('has the title of each page, and no placeholder', () => {
    expect(whole.length).toBeGreaterThan(80);
    for (const page of whole) {
      const text = markdownOf(page, ORIGIN);
      expect(text, page.href).toMatch(/^# \S/);
      expect(text, page.href).not.toMatch(/<!--|undefined|\[object/);
    }
  });

  it('has the address of the installation in the guides', () => {
    const quickStart = whole.find(({ href }) => href === '/docs/guides/quick-start')!;
    expect(markdownOf(quickStart, ORIGIN)).toContain(`export CLINICAL_URL=${ORIGIN}\n`);
  });

  it('has parameters, fields, examples and errors of each operation', () => {
    for (const operation of OPERATIONS) {
      const text = markdownOf(
        whole.find(({ href }) => href === `/docs/api/${operation.id}`)!,
        ORIGIN,
      );
      expect(text).toContain(`\`${operation.method} ${operation.path}\``);
      for (const { name } of operation.parameters) expect(text, operation.id).toContain(`- \`${name}\` (`);
      for (const { fields, examples } of operation.bodies) {
        for (const { name } of fields) expect(text, operation.id).toContain(`- \`${name}\` (`);
        for (const example of examples) expect(text, operation.id).toContain(example.text);
      }
      for (const { codes } of operation.answers)
        for (const code of codes) expect(text, operation.id).toContain(`\`${code}\``);
    }
  });

  it('is linked from llms.txt', () => {
    const text = llmsText('https://clinic.example.org', PAGES);
    const links = [...text.matchAll(/\]\(https:\/\/clinic\.example\.org(\/docs\/[^)]+)\)/g)].map(
      ([, at]) => at,
    );
    expect(links.sort()).toEqual(whole.map(({ href }) => markdownHref(href)).sort());
  });
});
