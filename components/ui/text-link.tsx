/**
 * The only link component of the portal: a plain anchor, cheap on pages with many links. `LinkClicks` routes it
 * without a page load. No prefetch, because it would open and audit charts that the user did not request.
 */
import type { ComponentProps } from 'react';

interface TextLinkProps extends ComponentProps<'a'> {
  href: string;
  /** False to keep the scroll position. */
  scroll?: boolean;
}

export function TextLink({ scroll = true, children, ...rest }: TextLinkProps) {
  return (
    <a data-link={scroll ? '' : 'still'} {...rest}>
      {children}
    </a>
  );
}
