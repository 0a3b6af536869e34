import { SectionLinks } from './section-links';

const LINKS = [
  { href: '/admin', label: 'Overview' },
  { href: '/admin/people', label: 'People' },
  { href: '/admin/lab-connections', label: 'Laboratories' },
  { href: '/admin/webhooks', label: 'Webhooks' },
  { href: '/admin/api-keys', label: 'API keys' },
  { href: '/admin/apps', label: 'Applications' },
  { href: '/admin/security', label: 'Security' },
  { href: '/admin/settings', label: 'Settings' },
  { href: '/admin/deleted-patients', label: 'Deleted patients' },
  { href: '/admin/audit', label: 'Audit log' },
];

export function AdminSections() {
  return <SectionLinks label="Administration" links={LINKS} />;
}
