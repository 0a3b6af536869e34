/** The button that creates an item of a list, with the shortcut `n`. */
import type { ReactNode } from 'react';
import { LinkButton } from '../../ui/link-button';
import { PageKeys } from './page-keys';

interface NewLinkProps {
  href: string;
  /** For the list of shortcuts. */
  does: string;
  children: ReactNode;
}

export const NewLink = ({ href, does, children }: NewLinkProps) => (
  <>
    <PageKeys keys={[{ key: 'n', does, href }]} />
    <LinkButton href={href} aria-keyshortcuts="n">
      {children}
    </LinkButton>
  </>
);
