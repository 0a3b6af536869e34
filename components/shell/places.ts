/** Who the frame is for, and the pages it links to. */
import type { Role } from '@/server/shared/scopes';
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import type { IconName } from '../ui/icons';

export interface FrameView {
  organization: string;
  /** SHA-256 of the logo; null without one. */
  logo: string | null;
  person: string;
  email: string;
  role: Role;
  canAdminister: boolean;
  /** Critical reports of the user; null for roles that cannot sign. A band reports a failed count. */
  alarm: InboxAlarm | 'uncounted' | null;
  /** Member of more than one organization. */
  canSwitch: boolean;
}

export interface Place {
  href: string;
  label: string;
  icon: IconName;
  /** Inbox only, shown next to the label; null: not counted yet. */
  alarm?: InboxAlarm | null;
}

export const isAt = (pathname: string, href: string): boolean =>
  pathname === href || pathname.startsWith(`${href}/`);

export function placesOf(frame: FrameView): Place[] {
  const places: Place[] = [
    { href: '/today', label: 'Today', icon: 'calendar' },
    ...(frame.alarm === null
      ? []
      : [
          {
            href: '/inbox',
            label: 'Inbox',
            icon: 'inbox' as const,
            alarm: frame.alarm === 'uncounted' ? null : frame.alarm,
          },
        ]),
    { href: '/patients', label: 'Patients', icon: 'people' },
    { href: '/orders', label: 'Orders', icon: 'flask' },
    { href: '/documents', label: 'Documents', icon: 'document' },
  ];
  if (frame.role !== 'viewer') places.push({ href: '/unmatched', label: 'Unmatched', icon: 'question' });
  if (frame.canAdminister) places.push({ href: '/admin', label: 'Admin', icon: 'gear' });
  return places;
}
