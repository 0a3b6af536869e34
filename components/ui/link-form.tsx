'use client';
/**
 * A form whose answer is a page with the fields in its address. Within the portal it goes there as a link does, so that
 * uploads go on; without scripts the browser does the same. No prefetch: it would open, and audit, what nobody asked for.
 * Once the address has changed, the fields show what it says, as on a page that was loaded anew.
 */
import Form from 'next/form';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useRef, type ComponentProps } from 'react';

type LinkFormProps = Omit<ComponentProps<typeof Form>, 'prefetch' | 'action' | 'ref'> & {
  action: string;
  /** The fields are empty again afterwards. */
  empties?: boolean;
  /** What gets the focus when the answer is there: without it a person who goes on by keys types into the field. */
  answerId?: string;
};

export function LinkForm({ empties = false, answerId, ...props }: LinkFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const address = `${usePathname()}?${useSearchParams().toString()}`;
  const shown = useRef(address);
  const asked = useRef(false);
  useEffect(() => {
    // Not on arrival: what was typed before the scripts ran stays.
    if (shown.current === address) return;
    shown.current = address;
    form.current?.reset();
    // Where a form stays from page to page, most of them were not its answer; one that only leads on to another is not yet.
    const answer = asked.current && answerId ? document.getElementById(answerId) : null;
    if (!answer) return;
    asked.current = false;
    answer.focus();
  }, [address, answerId]);
  return (
    <Form
      {...props}
      ref={form}
      prefetch={false}
      onSubmit={(event) => {
        const sent = event.currentTarget;
        asked.current = true;
        if (empties) queueMicrotask(() => sent.reset());
      }}
    />
  );
}
