'use client';
/**
 * A form that navigates to a URL with its fields. Within the portal it navigates like a link, so that uploads
 * continue; without scripts the browser does the same. `next/form` would do this too, but weighs more than the rest of
 * this file and its imports on every page. After a navigation the fields show the values of the new URL.
 */
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef, type ChangeEvent, type ComponentProps } from 'react';
import { staysOffline } from './stay-offline';

type LinkFormProps = Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit' | 'ref'> & {
  /** Path without a query. */
  action: string;
  /** A changed select or checkbox is applied at once. A text or date is not, because it may be incomplete. */
  applies?: boolean;
  /** The fields are cleared afterwards. */
  empties?: boolean;
  /** Receives the focus after the navigation, because a keyboard user would otherwise type into the field. */
  answerId?: string;
};

export function LinkForm({ applies = false, empties = false, answerId, ...props }: LinkFormProps) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const address = `${usePathname()}?${useSearchParams().toString()}`;
  const shown = useRef(address);
  const asked = useRef(false);
  /** ID of the field that was applied. */
  const applied = useRef<string | null>(null);
  useEffect(() => {
    // Not on the first render: input from before hydration stays.
    if (shown.current === address) return;
    shown.current = address;
    const field = applied.current;
    applied.current = null;
    if (field !== null) {
      // The fields show the new URL already, and a text being typed stays. The field may be a new element.
      if (document.activeElement === document.body) document.getElementById(field)?.focus();
      return;
    }
    form.current?.reset();
    // A form in a layout also sees navigation that it did not cause, including redirects.
    const answer = asked.current && answerId ? document.getElementById(answerId) : null;
    if (!answer) return;
    asked.current = false;
    answer.focus();
  }, [address, answerId]);
  return (
    <form
      {...props}
      ref={form}
      {...(applies
        ? {
            onChange: ({ target }: ChangeEvent<HTMLFormElement>) => {
              if (!appliesAtOnce(target)) return;
              form.current?.requestSubmit();
              applied.current = target.id;
            },
          }
        : {})}
      onSubmit={(event) => {
        event.preventDefault();
        if (staysOffline()) return;
        const sent = event.currentTarget;
        // No field is a file.
        const query = new URLSearchParams(new FormData(sent) as unknown as Record<string, string>);
        router.push(`${props.action}?${query.toString()}`);
        asked.current = true;
        applied.current = null;
        if (empties) queueMicrotask(() => sent.reset());
      }}
    />
  );
}

const appliesAtOnce = (field: Element): boolean =>
  field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === 'checkbox');
