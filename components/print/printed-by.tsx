'use client';
/** At the end of a page of the portal that is printed as it is: by whom, and when. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormat } from '#format';

interface PrintedByProps {
  organization: string;
  person: string;
}

export function PrintedBy({ organization, person }: PrintedByProps) {
  const format = useFormat();
  const [at, setAt] = useState('');
  useEffect(() => {
    // A page may have been open for hours.
    const print = () => flushSync(() => setAt(new Date().toISOString()));
    window.addEventListener('beforeprint', print);
    return () => window.removeEventListener('beforeprint', print);
  }, []);
  return (
    <p className="mt-4 hidden border-t border-ink pt-1 text-sm print:block">
      <bdi>{organization}</bdi>. Printed {at === '' ? '' : `${format.instant(at)} `}by <bdi>{person}</bdi>.
      Later entries and corrections are not included.
    </p>
  );
}
