'use client';
/**
 * Navigation of phones: frequent actions, and everything else behind "More". An upload always states its patient: in a
 * chart that of the chart, elsewhere the patient is chosen first (docs/decisions/0024).
 */
import { usePathname } from 'next/navigation';
import { useEffect, useRef, type MouseEvent } from 'react';
import { InboxCount } from '../inbox/inbox-count';
import { Icon } from '../ui/icons';
import { TextLink } from '../ui/text-link';
import { openSearch } from './palette/open-search';
import { isAt, isCurrent, type FrameView, type Place } from './places';
import { SignOutForm } from './sign-out-form';

interface Tab extends Place {
  here: boolean;
  /** Instead of opening the page. */
  isSearch?: true;
  /** Read out after the label. */
  spoken?: string;
}

const SHEET = 'more-places';
const ADD = '/documents/add';
const CHART = /^\/patients\/(pat_[0-9a-z]+)(\/documents$)?/;

/** A modified click opens the page in another tab. Before the search can open, a click opens the page. */
function search(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (openSearch()) event.preventDefault();
}

function tabsOf({ places, mayReadPatients, mayFileDocuments }: FrameView, pathname: string): Tab[] {
  const [, chart, ofChart] = CHART.exec(pathname) ?? [];
  const search: Tab = {
    href: '/patients#q',
    label: 'Search',
    icon: 'search',
    spoken: ' for a patient',
    isSearch: true,
    // In a chart the banner shows the location.
    here: !chart && isAt(pathname, '/patients') && pathname !== '/patients/new',
  };
  const upload: Tab = {
    label: 'Upload',
    icon: 'upload',
    here: pathname === ADD || ofChart !== undefined,
    ...(chart
      ? { href: `/patients/${chart}/documents#upload`, spoken: ' to this patient' }
      : { href: ADD, spoken: ', choose the patient' }),
  };
  const place = (href: string): Tab[] =>
    places
      .filter((one) => one.href === href)
      .map((one) => ({ ...one, here: isCurrent(one, pathname, places) }));
  if (!mayReadPatients) return place('/admin/audit');
  return mayFileDocuments
    ? [...place('/today'), ...place('/inbox'), search, upload]
    : [...place('/today'), search, ...place('/orders'), ...place('/documents')];
}

export function BottomBar({ frame }: { frame: FrameView }) {
  const pathname = usePathname();
  const sheet = useRef<HTMLDivElement>(null);
  const close = () => sheet.current?.hidePopover();
  useEffect(() => sheet.current?.hidePopover(), [pathname]);

  const tabs = tabsOf(frame, pathname);
  const others: readonly Place[] = [
    ...frame.places.filter(({ href }) => !tabs.some((tab) => tab.href === href)),
    { href: '/account', label: 'Account', icon: 'person' },
    ...(frame.canSwitch
      ? [{ href: '/account/organizations', label: 'Switch organization', icon: 'people' } as const]
      : []),
  ];
  /** Behind "More". */
  const hidden = others.find(({ count }) => count)?.count;
  // A chart is not marked, as above.
  const isElsewhere =
    !tabs.some(({ here }) => here) && others.some(({ href }) => href !== '/patients' && isAt(pathname, href));
  return (
    <nav
      aria-label="Main, phone"
      className="phone-bar bar-focus fixed inset-x-0 bottom-0 z-20 bg-bar text-on-bar md:hidden print:hidden"
      onBlur={(event) => {
        // The focused element must not be covered by the menu.
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <ul className="flex pt-1">
        {tabs.map(({ href, label, icon, here, spoken, count, isSearch }) => (
          <li key={label} className="flex-1">
            <TextLink
              href={href}
              aria-current={here ? (pathname === href.split('#')[0] ? 'page' : 'true') : undefined}
              {...(isSearch ? { 'aria-haspopup': 'dialog', onClick: search } : {})}
              className={tabClass(here)}
            >
              <span>
                {label}
                {spoken ? <span className="sr-only">{spoken}</span> : null}
              </span>
              {count ? <InboxCount {...count} /> : null}
              <Icon name={icon} className="order-first size-5 shrink-0" />
            </TextLink>
          </li>
        ))}
        <li className="flex-1">
          <button
            type="button"
            popoverTarget={SHEET}
            aria-current={isElsewhere ? 'true' : undefined}
            className={tabClass(isElsewhere)}
          >
            <span>More</span>
            {hidden ? <InboxCount {...hidden} /> : null}
            <Icon name="more" className="order-first size-5 shrink-0" />
          </button>
        </li>
      </ul>
      <div ref={sheet} id={SHEET} popover="auto" className="more-sheet border-control bg-bar text-on-bar">
        <p className="px-4 pt-3 pb-1 wrap-anywhere">
          <bdi className="font-semibold">{frame.person}</bdi>, {frame.roleName}
          <bdi className="block text-sm">{frame.organization}</bdi>
        </p>
        <ul className="grid grid-cols-2">
          {others.map(({ href, label, icon, count }) => (
            <li key={href}>
              <TextLink
                href={href}
                onClick={close}
                aria-current={pathname === href ? 'page' : undefined}
                className={`flex min-h-12 items-center gap-3 px-4 text-on-bar no-underline hover:bg-bar-hover hover:text-on-bar ${
                  isAt(pathname, href) ? 'font-bold underline' : 'font-medium'
                }`}
              >
                <Icon name={icon} className="size-5 shrink-0" />
                <span>
                  {label}
                  {count ? <InboxCount {...count} /> : null}
                </span>
              </TextLink>
            </li>
          ))}
        </ul>
        <div className="px-4 pt-2 pb-3">
          <SignOutForm />
        </div>
      </div>
    </nav>
  );
}

const tabClass = (here: boolean): string =>
  `flex min-h-13 w-full flex-col items-center justify-center gap-0.5 border-t-4 text-sm short:sm:min-h-9 short:sm:flex-row short:sm:gap-2 text-on-bar no-underline hover:bg-bar-hover hover:text-on-bar ${
    here ? 'border-on-bar font-bold' : 'border-transparent font-medium'
  }`;
