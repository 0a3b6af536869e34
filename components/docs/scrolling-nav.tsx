'use client';
/** The sidebar: shows by a shadow that it scrolls, and keeps the link of the current page in view. */
import { usePathname } from 'next/navigation';
import { useEffect, useRef, type ReactNode } from 'react';

export function ScrollingNav({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  const pathname = usePathname();
  useEffect(() => {
    const box = nav.current!;
    const current = box.querySelector('[aria-current]');
    if (!current) return;
    const outer = box.getBoundingClientRect();
    const inner = current.getBoundingClientRect();
    // Below the header of the page, the sidebar ends outside the window.
    const end = Math.min(outer.bottom, window.innerHeight);
    if (inner.top < outer.top || inner.bottom > end)
      box.scrollTop += inner.top - outer.top - (box.clientHeight - inner.height) / 2;
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="scroll-shadow sticky top-0 max-h-dvh self-start overflow-y-auto py-7 pr-2 max-lg:hidden print:hidden"
    >
      {children}
    </nav>
  );
}
