/** The sections of a person's own account. */
import { SectionLinks } from './section-links';

const LINKS = [{ href: '/account', label: 'Account' }];

export function AccountSections() {
  return <SectionLinks label="Account" links={LINKS} />;
}
