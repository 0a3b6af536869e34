'use client';
/** The table of contents of the documentation, on wide screens. */
import { usePathname } from 'next/navigation';
import { TextLink } from '../ui/text-link';

export interface DocsGroup {
  title: string;
  links: readonly { href: string; label: string }[];
}

export function DocsSidebar({ groups }: { groups: readonly DocsGroup[] }) {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Documentation"
      className="sticky top-0 max-h-dvh self-start overflow-y-auto py-7 pr-2 max-lg:hidden print:hidden"
    >
      {groups.map(({ title, links }) => (
        <div key={title} className="mb-5">
          <p className="mb-1 px-3 text-sm font-semibold text-ink-2">{title}</p>
          <ul>
            {links.map(({ href, label }) => {
              const isCurrent = pathname === href || pathname.startsWith(`${href}/`);
              return (
                <li key={href}>
                  <TextLink
                    href={href}
                    aria-current={isCurrent ? (pathname === href ? 'page' : 'true') : undefined}
                    className={`flex min-h-8 items-center border-l-4 px-2 no-underline hover:underline ${
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
      ))}
    </nav>
  );
}
