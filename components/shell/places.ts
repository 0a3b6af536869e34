/** Who the frame is for, and the pages it links to. */
import type { Role } from '@/server/data-types/role-codes';
import { abilitiesOf } from '@/server/shared/scopes';
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import type { IconName } from '../ui/icons';

export interface FrameView {
  organization: string;
  /** SHA-256 of the logo; null without one. */
  logo: string | null;
  person: string;
  email: string;
  roleName: string;
  mayReadPatients: boolean;
  mayFileDocuments: boolean;
  places: readonly Place[];
  /** Member of more than one organization. */
  canSwitch: boolean;
}

export interface Place {
  href: string;
  label: string;
  icon: IconName;
  /** Path above its pages; by default `href`. */
  section?: string;
  /** Inbox only, shown next to the label; null: not counted yet. */
  alarm?: InboxAlarm | null;
}

export const isAt = (pathname: string, href: string): boolean =>
  pathname === href || pathname.startsWith(`${href}/`);

/** @param alarm critical reports of the user, null for roles that cannot sign; a band reports a failed count */
export function placesOf(role: Role, alarm: InboxAlarm | 'uncounted' | null): Place[] {
  const may = abilitiesOf(role);
  const places: [boolean, Place][] = [
    [may.mayReadPatients, { href: '/today', label: 'Today', icon: 'calendar' }],
    [
      alarm !== null,
      { href: '/inbox', label: 'Inbox', icon: 'inbox', alarm: alarm === 'uncounted' ? null : alarm },
    ],
    [may.mayReadPatients, { href: '/patients', label: 'Patients', icon: 'people' }],
    [may.mayReadResults, { href: '/orders', label: 'Orders', icon: 'flask' }],
    [may.mayReadDocuments, { href: '/documents', label: 'Documents', icon: 'document' }],
    [
      may.mayFileReports || may.mayFileDocuments,
      { href: '/unmatched', label: 'Unmatched', icon: 'question' },
    ],
    [may.mayAdminister, { href: '/admin', label: 'Admin', icon: 'gear' }],
    [
      may.mayAudit && !may.mayAdminister,
      { href: '/admin/audit', label: 'Audit', icon: 'gear', section: '/admin' },
    ],
  ];
  return places.flatMap(([isShown, place]) => (isShown ? [place] : []));
}
