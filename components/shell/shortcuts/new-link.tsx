/** The button of a list that makes one more, and its key `n`. */
import type { ReactNode } from 'react';
import { LinkButton } from '../../ui/link-button';
import { PageKeys } from './page-keys';

interface NewLinkProps {
  href: string;
  /** For the map of keys. */
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
