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
  /** Critical reports, shown next to the label. */
  count?: PlaceCount;
}

export interface PlaceCount {
  of: 'critical' | 'unmatched_critical';
  /** Null: not counted yet. */
  alarm: InboxAlarm | null;
  /** The other count of the frame says whether they are current. */
  isSecond: boolean;
}

export const isAt = (pathname: string, href: string): boolean =>
  pathname === href || pathname.startsWith(`${href}/`);

/** In the menu of the administration, for those who have one. */
const ORDER_SETS = '/orders/sets';

/** The section of the open page. */
export function isCurrent(
  { href, section = href }: Place,
  pathname: string,
  places: readonly Place[],
): boolean {
  if (isAt(pathname, ORDER_SETS) && places.some((one) => one.href === '/admin')) return href === '/admin';
  return isAt(pathname, section);
}

/** @param alarm critical reports of the user, null if they could not be counted, which a band reports */
export function placesOf(role: Role, alarm: InboxAlarm | null): Place[] {
  const may = abilitiesOf(role);
  const unmatched: PlaceCount = { of: 'unmatched_critical', alarm, isSecond: may.maySign };
  const places: [boolean, Place][] = [
    [may.mayReadPatients, { href: '/today', label: 'Today', icon: 'calendar' }],
    [
      may.maySign,
      {
        href: '/inbox',
        label: 'Inbox',
        icon: 'inbox',
        count: { of: 'critical', alarm, isSecond: false },
      },
    ],
    [may.mayReadPatients, { href: '/patients', label: 'Patients', icon: 'people' }],
    [may.mayReadResults, { href: '/orders', label: 'Orders', icon: 'flask' }],
    [may.mayReadDocuments, { href: '/documents', label: 'Documents', icon: 'document' }],
    [
      may.mayFileReports || may.mayFileDocuments,
      {
        href: '/unmatched',
        label: 'Unmatched',
        icon: 'question',
        ...(may.mayFileReports ? { count: unmatched } : {}),
      },
    ],
    [may.mayAdminister, { href: '/admin', label: 'Admin', icon: 'gear' }],
    [
      may.mayAudit && !may.mayAdminister,
      { href: '/admin/audit', label: 'Audit', icon: 'gear', section: '/admin' },
    ],
  ];
  return places.flatMap(([isShown, place]) => (isShown ? [place] : []));
}
