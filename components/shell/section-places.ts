interface Place {
  href: string;
  label: string;
  /** The section whose page has the link. */
  within?: string;
}

/** The sections that auditors see too. */
export const AUDIT_PLACES: Place[] = [
  { href: '/admin/privacy', label: 'Privacy' },
  { href: '/admin/audit', label: 'Audit log' },
  { href: '/admin/security-events', label: 'Security events' },
];

/** The sections of the administration and of an account. The first is the start page of each. */
export const ADMIN_PLACES: Place[] = [
  { href: '/admin', label: 'Overview' },
  { href: '/admin/people', label: 'People' },
  { href: '/admin/lab-connections', label: 'Laboratories' },
  { href: '/admin/webhooks', label: 'Webhooks' },
  { href: '/admin/api-keys', label: 'API keys' },
  { href: '/admin/apps', label: 'Applications' },
  { href: '/admin/sandboxes', label: 'Sandboxes' },
  { href: '/admin/security', label: 'Security' },
  { href: '/admin/single-sign-on', label: 'Single sign-on' },
  { href: '/admin/settings', label: 'Settings' },
  { href: '/admin/deleted-patients', label: 'Deleted patients' },
  { href: '/admin/erasures', label: 'Erased patients', within: '/admin/deleted-patients' },
  ...AUDIT_PLACES,
];

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
