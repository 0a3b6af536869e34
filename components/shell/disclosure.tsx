'use client';
/**
 * A native `<details>` that closes when the page changes, by a click or focus elsewhere, and with Escape, which returns
 * the focus to its summary.
 */
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
    const onElsewhere = ({ target }: Event) => {
      if (!box.contains(target as Node)) box.open = false;
    };
    box.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      box.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
      box.open = false;
    };
  }, [pathname]);
  return (
    <details ref={details} className={className}>
      {children}
    </details>
  );
}
