'use client';
import { usePathname } from 'next/navigation';
import { TextLink } from '../ui/text-link';

export interface DocsGroup {
  title: string;
  links: readonly { href: string; label: string }[];
}

export function DocsGroups({ groups }: { groups: readonly DocsGroup[] }) {
  const pathname = usePathname();
  return groups.map(({ title, links }) => (
    <div key={title} className="mb-5">
      <p className="mb-1 px-3 text-sm font-semibold text-ink-2">{title}</p>
      <ul className="gap-x-6 max-lg:sm:columns-2">
        {links.map(({ href, label }) => {
          const isCurrent = pathname === href || pathname.startsWith(`${href}/`);
          return (
            <li key={href}>
              <TextLink
                href={href}
                aria-current={isCurrent ? (pathname === href ? 'page' : 'true') : undefined}
                className={`flex min-h-8 items-center border-l-4 px-2 no-underline hover:underline pointer-coarse:min-h-11 ${
                  isCurrent ? 'border-accent bg-accent-tint font-bold text-ink' : 'border-transparent'
                }`}
              >
                {label}
              </TextLink>
            </li>
          );
        })}
      </ul>
    </div>
  ));
}
