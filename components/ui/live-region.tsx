'use client';
/** One polite live region for the whole portal. `announce` may be called from any client component. */
import { useEffect, useState } from 'react';

const EVENT = 'portal:announce';

export function announce(message: string): void {
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: message }));
}

export function LiveRegion() {
  const [message, setMessage] = useState('');
  useEffect(() => {
    const hear = (event: Event) => setMessage((event as CustomEvent<string>).detail);
    window.addEventListener(EVENT, hear);
    return () => window.removeEventListener(EVENT, hear);
  }, []);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {message}
    </div>
  );
}
