interface Place {
  href: string;
  label: string;
}

interface PlaceGroup {
  title: string;
  places: readonly Place[];
}

/** The start page of the administration. */
export const ADMIN_START: Place = { href: '/admin', label: 'Overview' };

export const ADMIN_GROUPS: readonly PlaceGroup[] = [
  {
    title: 'Organization',
    places: [
      { href: '/admin/people', label: 'People' },
      { href: '/admin/settings', label: 'Settings' },
      { href: '/admin/deleted-patients', label: 'Deleted patients' },
      { href: '/admin/erasures', label: 'Erased patients' },
    ],
  },
  {
    title: 'Laboratories and hospitals',
    places: [
      { href: '/admin/lab-connections', label: 'Connections' },
      { href: '/admin/lab-connections/messages', label: 'Messages' },
      { href: '/admin/lab-connections/orders', label: 'Sent orders' },
      { href: '/admin/lab-connections/codes', label: 'Codes' },
      { href: '/admin/lab-connections/tests', label: 'Test catalog' },
      { href: '/orders/sets', label: 'Order sets' },
      { href: '/admin/lab-connections/providers', label: 'Ordering providers' },
    ],
  },
  {
    title: 'Developers',
    places: [
      { href: '/admin/api-keys', label: 'API keys' },
      { href: '/admin/webhooks', label: 'Webhooks' },
      { href: '/admin/apps', label: 'Applications' },
      { href: '/admin/sandboxes', label: 'Sandboxes' },
    ],
  },
  {
    title: 'Security',
    places: [
      { href: '/admin/security', label: 'Security settings' },
      { href: '/admin/single-sign-on', label: 'Single sign-on' },
      { href: '/admin/audit', label: 'Audit log' },
      { href: '/admin/security-events', label: 'Security events' },
      { href: '/admin/privacy', label: 'Privacy' },
    ],
  },
];

const OF_AUDITORS = new Set(['/admin/audit', '/admin/security-events', '/admin/privacy']);

/** The pages that auditors see too. */
export const AUDIT_GROUPS: readonly PlaceGroup[] = ADMIN_GROUPS.map(({ title, places }) => ({
  title,
  places: places.filter(({ href }) => OF_AUDITORS.has(href)),
})).filter(({ places }) => places.length > 0);

/** The pages of the administration, without its start page and pages outside it. */
export const ADMIN_PLACES: readonly Place[] = ADMIN_GROUPS.flatMap(({ places }) => places).filter(
  ({ href }) => href.startsWith(ADMIN_START.href),
);

/** The pages for auditors. */
export const AUDIT_PLACES: readonly Place[] = AUDIT_GROUPS.flatMap(({ places }) => places);

/** The sections of an account. The first is its start page. */
export const ACCOUNT_PLACES = [
  { href: '/account', label: 'Account' },
  { href: '/account/display', label: 'Display' },
  { href: '/account/absence', label: 'Absence' },
  { href: '/account/password', label: 'Password' },
  { href: '/account/security', label: 'Security' },
  { href: '/account/sessions', label: 'Sessions' },
  { href: '/account/apps', label: 'Connected applications' },
  { href: '/account/organizations', label: 'Organizations' },
];
