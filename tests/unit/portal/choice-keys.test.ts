import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ChoiceKeys } from '@/components/unmatched/choice-keys';

it('the shortcuts of possible matches file nothing to a restricted chart', () => {
  const keys = (candidates: unknown[], restricted: string[]) => {
    const of = { candidates, others: [], restricted };
    const html = renderToStaticMarkup(createElement(ChoiceKeys, { of, does: 'file here' }));
    return [...html.matchAll(/<kbd[^>]*>(.)</g)].map(([, key]) => key).join('');
  };
  expect([keys([{}], []), keys([], ['pat_1']), keys([], [])]).toEqual(['jkm', 'jk', '']);
});
