'use client';
/** One polite live region for the whole portal. `announce` may be called from any client component. */
import { useEffect, useState } from 'react';

const EVENT = 'portal:announce';

export function announce(message: string): void {
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: message }));
}

export function LiveRegion() {
  const [said, setSaid] = useState({ message: '', number: 0 });
  useEffect(() => {
    const listener = (event: Event) => {
      const message = (event as CustomEvent<string>).detail;
      setSaid(({ number }) => ({ message, number: number + 1 }));
    };
    window.addEventListener(EVENT, listener);
    return () => window.removeEventListener(EVENT, listener);
  }, []);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {/* A new element each time, so that the same sentence is announced twice. */}
      <span key={said.number}>{said.message}</span>
    </div>
  );
}
