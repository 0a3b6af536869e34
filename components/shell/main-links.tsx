'use client';
/** The main pages in the top bar. The current section is marked. */
import { usePathname } from 'next/navigation';
import { InboxCount } from '../inbox/inbox-count';
import { Icon } from '../ui/icons';
import { TextLink } from '../ui/text-link';
import { isCurrent, type Place } from './places';

export function MainLinks({ places }: { places: readonly Place[] }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Main" className="hidden md:block">
      <ul className="flex">
        {places.map((place) => {
          const { href, label, icon, count } = place;
          const isHere = isCurrent(place, pathname, places);
          return (
            <li key={href}>
              <TextLink
                href={href}
                aria-current={isHere ? (pathname === href ? 'page' : 'true') : undefined}
                className={`flex min-h-12 short:pointer-fine:min-h-10 items-center gap-1.5 border-y-4 border-t-transparent px-3 text-on-bar no-underline hover:bg-bar-hover hover:text-on-bar hover:underline ${
                  isHere ? 'border-b-on-bar font-bold' : 'border-b-transparent font-medium'
                }`}
              >
                <Icon name={icon} className="hidden size-4 shrink-0 min-[90rem]:block" />
                {label}
                {count ? <InboxCount {...count} /> : null}
              </TextLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
