import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseGuide, type Guide } from './guide';

const read = (slug: string): Guide =>
  parseGuide(slug, readFileSync(path.join(process.cwd(), 'docs/guides', `${slug}.md`), 'utf8'));

/** In reading order. */
export const GUIDES: readonly Guide[] = [
  'quick-start',
  'sandbox',
  'client-libraries',
  'authentication',
  'pagination-and-sync',
  'patient-history',
  'bulk',
  'idempotency',
  'webhooks',
  'errors',
  'laboratories',
  'fhir',
  'single-sign-on',
  'deprecation-policy',
  'changelog',
].map(read);
