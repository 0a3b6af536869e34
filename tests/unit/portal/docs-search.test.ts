import { describe, expect, it } from 'vitest';
import { DOCS_INDEX, PAGES } from '@/app/(public)/docs/pages-of-docs';
import { findPages, indexOf, MOST_CHARACTERS, wordsOf } from '@/components/docs/find-pages';
import { GUIDES } from '@/components/docs/guides';
import { anchorOf, textsOf } from '@/components/docs/guide';

const best = (query: string) => findPages(DOCS_INDEX, query)[0]?.href;
const all = (query: string) => findPages(DOCS_INDEX, query).map(({ href }) => href);

describe('documentation search', () => {
  it('finds everything first by its technical name', () => {
    const wrong = PAGES.flatMap(({ href, names }) =>
      names
        .filter((name) => !all(name).slice(0, sharing(name)).includes(href))
        .map((name) => `${name}: ${best(name)}`),
    );
    expect(wrong).toEqual([]);
    expect(PAGES.length).toBeGreaterThan(120);
  });

  it('finds everything by title, and every section of a guide', () => {
    expect(PAGES.filter(({ href, title }) => !all(title).includes(href)).map(({ title }) => title)).toEqual(
      [],
    );
    expect(best('Quick start')).toBe('/docs/guides/quick-start');
  });

  it('finds operations by fields and parameters, and shows which', () => {
    const found = findPages(DOCS_INDEX, 'listPatients external_id');
    expect(found[0]).toMatchObject({ href: '/docs/api/listPatients', kind: 'Operation' });
    expect(found[0]!.says).toContain('external_id');
    expect(all('name.family')).toContain('/docs/api/createPatient');
  });

  it('requires all words, whole or partial, in any order and case', () => {
    expect(all('CREATE Patient')).toContain('/docs/api/createPatient');
    expect(all('patient create')).toEqual(all('create patient'));
    expect(best('idempot')).toBe('/docs/guides/idempotency');
    expect(all('patient zzqqxx')).toEqual([]);
    expect(all('ＲＡＴＥ＿ｌｉｍｉｔｅｄ')).toEqual(all('rate_limited'));
  });

  it('finds a guide whose sections have the words, unless one section has all of them', () => {
    const guide = GUIDES.find(({ slug }) => slug === 'webhooks')!;
    const wordsIn = guide.sections.map((section) => textsOf(section).join(' ').toLowerCase());
    for (const word of ['hmac-sha256', 'rotate-secret'])
      expect(wordsIn.filter((text) => text.includes(word)).length, word).toBe(1);
    expect(wordsIn.some((text) => text.includes('hmac-sha256') && text.includes('rotate-secret'))).toBe(
      false,
    );
    expect(best('hmac-sha256 rotate-secret')).toBe('/docs/guides/webhooks');
    expect(findPages(DOCS_INDEX, 'hmac-sha256 rotate-secret')[0]!.says).toMatch(/HMAC-SHA256|rotate-secret/);
    expect(all('hmac-sha256')).not.toContain('/docs/guides/webhooks');
    expect(best('hmac-sha256')).toMatch('/docs/guides/webhooks#');
  });

  it('shows the matching summary or passage', () => {
    const index = indexOf([
      {
        href: '/a',
        title: 'Alpha',
        kind: 'K',
        names: [],
        summary: 'First letter.',
        texts: ['Of Greek.', 'Ox.'],
      },
      { href: '/b', title: 'Beta', kind: 'K', names: ['alpha'], summary: 'Second.', texts: [] },
    ]);
    expect(findPages(index, 'letter')).toEqual([
      { href: '/a', title: 'Alpha', kind: 'K', says: 'First letter.' },
    ]);
    expect(findPages(index, 'alpha ox')[0]!.says).toBe('Ox.');
    const long = indexOf([
      { ...PAGES[0]!, title: 'T', summary: `One. ${'Two two. '.repeat(60)}Three \`a.b\`. Four.` },
    ]);
    expect(findPages(long, 'three')[0]!.says).toBe('Three `a.b`. Four.');
    expect(findPages(long, 'one')[0]!.says).toMatch(/^One\. (Two two\. )+Two two\.$/);
    expect(findPages(long, 'one')[0]!.says.length).toBeLessThan(220);
    expect(findPages(index, 'alpha').map(({ href }) => href)).toEqual(['/b', '/a']);
  });

  it('accepts any text: empty, signs, and oversized', () => {
    for (const query of ['', '  ', '\u0000', '^$', '\\', '<script>', '__proto__', '🩸'])
      expect(all(query), query).toEqual([]);
    expect(all('.*')).toContain('/docs/api/createWebhook');
    expect(wordsOf('a '.repeat(50))).toHaveLength(8);
    expect(wordsOf('x'.repeat(5_000))).toEqual(['x'.repeat(MOST_CHARACTERS)]);
  });

  it('links to existing targets, each once', () => {
    for (const guide of GUIDES) {
      const anchors = guide.sections.map(anchorOf);
      expect(new Set([...anchors, 'main', 'docs-search']).size, guide.slug).toBe(anchors.length + 2);
      expect(anchors.filter((anchor) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(anchor))).toEqual([]);
    }
  });
});

/** A status, a path or a field name may belong to several pages. */
const sharing = (name: string): number => PAGES.filter(({ names }) => names.includes(name)).length;
