/** The only link of the portal. Prefetch is off: it would open, and audit, charts that nobody asked for. */
import Link from 'next/link';
import type { ComponentProps } from 'react';

export function TextLink(props: Omit<ComponentProps<typeof Link>, 'prefetch'>) {
  return <Link {...props} prefetch={false} />;
}
