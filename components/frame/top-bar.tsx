/** The 48 px bar of the portal: where am I, patient search that is always there, the main places, and me. */
import { InboxCount } from '../reviews/inbox-count';
import { Icon } from '../ui/icons';
import { LinkForm } from '../ui/link-form';
import { TextLink } from '../ui/text-link';
import { PersonMenu } from './person-menu';

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
  icon: 'people' | 'document' | 'question' | 'gear' | 'inbox' | 'flask';
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

export function TopBar({ frame }: { frame: FrameView }) {
  return (
    <header className="portal-bar bar-focus bg-ink text-paper print:hidden">
      <div className="mx-auto flex min-h-12 w-full max-w-304 flex-wrap items-center gap-x-5 gap-y-1 px-4 max-md:py-1.5">
        <p className="flex min-w-0 items-baseline gap-2 leading-5">
          <span className="font-bold whitespace-nowrap">Clinical Data</span>
          <span className="truncate text-sm">{frame.organisation}</span>
        </p>
        <LinkForm
          action="/patients"
          empties
          role="search"
          className="order-last flex min-w-0 basis-full md:order-none md:flex-1 md:basis-64"
        >
          <label htmlFor="frame-search" className="sr-only">
            Find a patient by name, birth date, MRN or phone
          </label>
          <input
            id="frame-search"
            name="q"
            type="search"
            minLength={2}
            maxLength={200}
            autoComplete="off"
            placeholder="Find a patient: name, birth date, MRN"
            className="min-h-9 w-full min-w-0 rounded-l border border-paper bg-paper px-2.5 text-ink pointer-coarse:min-h-11"
          />
          <button
            type="submit"
            className="flex min-h-9 shrink-0 items-center gap-1.5 rounded-r border border-l-0 border-paper bg-range px-3 font-semibold text-ink hover:bg-paper pointer-coarse:min-h-11"
          >
            <Icon name="search" />
            <span className="max-sm:sr-only">Search</span>
          </button>
        </LinkForm>
        <nav aria-label="Main" className="hidden md:block">
          <ul className="flex">
            {placesOf(frame).map((place) => (
              <li key={place.href}>
                <TextLink
                  href={place.href}
                  className="flex min-h-12 items-center px-3 font-medium text-paper no-underline hover:bg-accent hover:text-paper hover:underline"
                >
                  {place.label}
                  {place.critical === undefined ? null : <InboxCount critical={place.critical} />}
                </TextLink>
              </li>
            ))}
          </ul>
        </nav>
        <PersonMenu frame={frame} />
      </div>
    </header>
  );
}

/** Five words do not fit on a narrow phone: who has them all finds reports that wait, and the orders of all, at a desk. */
function phonePlacesOf(frame: FrameView): Place[] {
  const places = placesOf(frame);
  const most = 4;
  const fewer = places.length > most ? places.filter(({ href }) => href !== '/unmatched') : places;
  return fewer.length > most ? fewer.filter(({ href }) => href !== '/orders') : fewer;
}

/** The same places within reach of a thumb. */
export function BottomBar({ frame }: { frame: FrameView }) {
  return (
    <nav
      aria-label="Main, phone"
      className="bar-focus fixed inset-x-0 bottom-0 z-20 bg-ink md:hidden print:hidden"
    >
      <ul className="flex">
        {phonePlacesOf(frame).map((place) => (
          <li key={place.href} className="flex-1">
            <TextLink
              href={place.href}
              className="flex min-h-14 flex-col items-center justify-center gap-0.5 text-sm font-medium text-paper no-underline hover:bg-accent hover:text-paper"
            >
              <Icon name={place.icon} className="size-5 shrink-0" />
              <span>
                {place.label}
                {place.critical === undefined ? null : <InboxCount critical={place.critical} />}
              </span>
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
