/**
 * The only link of the portal: a plain anchor, of which the browser has nothing to prepare however many a page holds. Inside
 * the frame `LinkClicks` goes there without loading the page anew. Nothing is fetched ahead: that would open, and audit,
 * charts that nobody asked for.
 */
import type { ComponentProps } from 'react';

interface TextLinkProps extends ComponentProps<'a'> {
  href: string;
  /** False: what follows begins where this page was scrolled to. */
  scroll?: boolean;
}

export function TextLink({ scroll = true, children, ...rest }: TextLinkProps) {
  return (
    <a data-link={scroll ? '' : 'still'} {...rest}>
      {children}
    </a>
  );
}
