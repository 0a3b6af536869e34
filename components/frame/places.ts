/** Whom the frame is for, and the places that they may go to. */
import type { IconName } from '../ui/icons';

export interface FrameView {
  organisation: string;
  person: string;
  email: string;
  role: string;
  canAdminister: boolean;
  /** Critical reports that wait for this person; null: they sign none. A band says that they could not be counted. */
  critical: number | 'uncounted' | null;
  /** Belongs to more than one organisation. */
  canSwitch: boolean;
}

export interface Place {
  href: string;
  label: string;
  icon: IconName;
  /** Shown beside the label. */
  critical?: number;
}

export function placesOf(frame: FrameView): Place[] {
  const places: Place[] = [
    ...(frame.critical === null
      ? []
      : [
          {
            ...({ href: '/inbox', label: 'Inbox', icon: 'inbox' } as const),
            ...(frame.critical === 'uncounted' ? {} : { critical: frame.critical }),
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
