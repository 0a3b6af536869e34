import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseGuide, type Guide } from './guide';

const read = (slug: string): Guide =>
  parseGuide(slug, readFileSync(path.join(process.cwd(), 'docs/guides', `${slug}.md`), 'utf8'));

const group = (title: string, ...slugs: string[]) => ({ title, guides: slugs.map(read) });

/** In reading order. */
export const GUIDE_GROUPS = [
  group('Start here', 'quick-start', 'sandbox', 'client-libraries', 'authentication'),
  group(
    'Build',
    'pagination-and-sync',
    'patient-history',
    'bulk',
    'idempotency',
    'webhooks',
    'errors',
    'laboratories',
    'fhir',
  ),
  group('Operate', 'single-sign-on', 'deprecation-policy', 'changelog'),
];

export const GUIDES: readonly Guide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides);
