import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FormatProvider } from '@/components/format/format-provider';
import { UnmatchedCritical } from '@/components/today/unmatched-critical';

type Report = Parameters<typeof UnmatchedCritical>[0]['reports'][number];

const AT = '2026-11-29T23:20:00Z';
// Cast: only the fields that the alert shows.
const report = (id: string, newer: string | null): Report =>
  ({
    id,
    state: 'unmatched',
    family: 'Brenan',
    given: 'Goran',
    birth_date: '1952-03-18',
    birth_date_unread: null,
    laboratory: 'Northside Laboratory',
    values: [],
    received_at: AT,
    newer_version_id: newer,
  }) as unknown as Report;

it('an older version of a critical report links to the newer one, which is matched first', () => {
  const reports = [report('irp_old', 'irp_new'), report('irp_new', null)];
  const html = renderToStaticMarkup(
    createElement(FormatProvider, {
      timeZone: 'UTC',
      children: createElement(UnmatchedCritical, { reports, now: Date.parse(AT) }),
    }),
  );
  expect(html.match(/<a [^>]*href="\/unmatched\/irp_new"[^>]*>Match now/)).not.toBeNull();
  expect(html.match(/href="\/unmatched\/irp_new"[^>]*>Newer version received/g)).toHaveLength(1);
});
