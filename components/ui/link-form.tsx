'use client';
/**
 * A form that navigates to a URL with its fields. Within the portal it navigates like a link, so that uploads
 * continue; without scripts the browser does the same. No prefetch, because it would open and audit pages that the
 * user did not request. After a navigation the fields show the values of the new URL.
 */
import Form from 'next/form';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useRef, type ComponentProps } from 'react';

type LinkFormProps = Omit<ComponentProps<typeof Form>, 'prefetch' | 'action' | 'ref'> & {
  action: string;
  /** The fields are cleared afterwards. */
  empties?: boolean;
  /** Receives the focus after the navigation, because a keyboard user would otherwise type into the field. */
  answerId?: string;
};

export function LinkForm({ empties = false, answerId, ...props }: LinkFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const address = `${usePathname()}?${useSearchParams().toString()}`;
  const shown = useRef(address);
  const asked = useRef(false);
  useEffect(() => {
    // Not on the first render: input from before hydration stays.
    if (shown.current === address) return;
    shown.current = address;
    form.current?.reset();
    // A form in a layout also sees navigation that it did not cause, including redirects.
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
