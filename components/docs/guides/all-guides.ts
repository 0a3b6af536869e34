import { AUTHENTICATION } from './authentication';
import { CHANGELOG } from './changelog';
import { ERRORS } from './errors';
import type { Guide } from './guide';
import { IDEMPOTENCY } from './idempotency';
import { LABORATORIES } from './laboratories';
import { PAGINATION_AND_SYNC } from './pagination-and-sync';
import { QUICK_START } from './quick-start';
import { WEBHOOKS } from './webhooks';

/** In the order of reading. */
export const GUIDES: readonly Guide[] = [
  QUICK_START,
  AUTHENTICATION,
  PAGINATION_AND_SYNC,
  IDEMPOTENCY,
  WEBHOOKS,
  ERRORS,
  LABORATORIES,
  CHANGELOG,
];
