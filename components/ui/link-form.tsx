'use client';
/**
 * A form whose answer is a page with the fields in its address. Within the portal it goes there as a link does, so that
 * uploads go on; without scripts the browser does the same. No prefetch: it would open, and audit, what nobody asked for.
 */
import Form from 'next/form';
import type { ComponentProps } from 'react';

type LinkFormProps = Omit<ComponentProps<typeof Form>, 'prefetch' | 'action'> & {
  action: string;
  /** The fields are empty again afterwards. */
  empties?: boolean;
};

export function LinkForm({ empties = false, ...props }: LinkFormProps) {
  return (
    <Form
      {...props}
      prefetch={false}
      onSubmit={(event) => {
        const form = event.currentTarget;
        if (empties) queueMicrotask(() => form.reset());
      }}
    />
  );
}
