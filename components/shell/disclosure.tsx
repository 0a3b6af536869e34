'use client';
/** A native `<details>` that closes when the page changes and with Escape, which returns the focus to its summary. */
import { usePathname } from 'next/navigation';
import { useEffect, useRef, type ReactNode } from 'react';

export function Disclosure({ className, children }: { className: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const pathname = usePathname();
  useEffect(() => {
    const box = details.current!;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !box.open) return;
      box.open = false;
      box.querySelector('summary')!.focus();
    };
    box.addEventListener('keydown', onKeyDown);
    return () => {
      box.removeEventListener('keydown', onKeyDown);
      box.open = false;
    };
  }, [pathname]);
  return (
    <details ref={details} className={className}>
      {children}
    </details>
  );
}
