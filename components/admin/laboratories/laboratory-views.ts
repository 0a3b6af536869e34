import type { ViewLink } from '../../ui/view-links';

const ROOT = '/admin/lab-connections';

export const LABORATORY_VIEWS: readonly ViewLink[] = [
  { href: ROOT, label: 'Connections' },
  { href: `${ROOT}/messages`, label: 'Messages' },
  { href: `${ROOT}/orders`, label: 'Sent orders' },
  { href: `${ROOT}/codes`, label: 'Codes' },
  { href: `${ROOT}/tests`, label: 'Test catalog' },
  { href: `${ROOT}/providers`, label: 'Ordering providers' },
];
