import type { ComponentProps } from 'react';
import { DocsFrame } from '@/components/docs/docs-frame';
import { hasSession } from './has-session';

/** The frame of the documentation with a link to the portal, or to the sign-in. */
export const DocsPage = async (props: Omit<ComponentProps<typeof DocsFrame>, 'hasSession'>) => (
  <DocsFrame {...props} hasSession={await hasSession()} />
);
