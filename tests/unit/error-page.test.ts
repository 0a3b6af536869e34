import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { htmlOf } from '../../server/http/error-page';

const PAGE = { title: 'Title', text: ['Text.'], code: 'invalid_client', requestId: 'req_1' } as const;

describe('error page', () => {
  it('uses only colors of the portal', () => {
    const tokens = readFileSync('app/globals.css', 'utf8');
    const colors = htmlOf(PAGE).match(/light-dark\([^)]*\)/g)!;
    expect(colors.length).toBeGreaterThan(0);
    for (const color of colors) expect(tokens).toContain(color.replace(',', ', '));
  });

  it('has a way out', () => {
    expect(htmlOf(PAGE)).toContain('<a class="button" href="/">Go to the start page</a>');
    expect(htmlOf(PAGE)).not.toContain('Try again');
    expect(htmlOf({ ...PAGE, isTemporary: true })).toContain('<a class="button" href="">Try again</a>');
  });

  it('escapes all text', () => {
    const markup = '<img src=x onerror="alert(1)">&\'';
    const html = htmlOf({ ...PAGE, title: markup, text: [markup], developer: markup, requestId: markup });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('"alert');
  });
});
