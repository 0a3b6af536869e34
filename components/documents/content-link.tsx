'use client';
/** Opens or saves the bytes of a document. Its signed address ends after minutes: whoever has read for longer gets a new one. */
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { api } from '../client/client';
import { buttonClass, type ButtonWeight } from '../ui/button';
import { shownError } from '../ui/error-message';
import { announce } from '../ui/live-region';

/** Before the five minutes of the address are over. */
const GOOD_FOR_MS = 4 * 60_000;

interface ContentLinkProps {
  id: string;
  url: string;
  weight?: ButtonWeight;
  className?: string;
  /** Saved instead of shown. */
  download?: boolean;
  /** In a tab of its own. */
  apart?: boolean;
  children: ReactNode;
}

export function ContentLink({
  id,
  url,
  weight = 'secondary',
  className = '',
  download = false,
  apart = false,
  children,
}: ContentLinkProps) {
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
  }, [url]);
  const address = (content: string) => (download ? `${content}?download=1` : content);

  async function renew(event: MouseEvent<HTMLAnchorElement>) {
    if (performance.now() - since.current < GOOD_FOR_MS) return;
    event.preventDefault();
    try {
      const { content_url } = await api.documents.getDocument.query({ id });
      if (!content_url) announce('The document cannot be opened any more.');
      else if (apart) window.open(address(content_url), '_blank', 'noopener');
      else window.location.assign(address(content_url));
    } catch (thrown) {
      announce(shownError(thrown).sentence);
    }
  }

  return (
    <a
      href={address(url)}
      onClick={(event) => void renew(event)}
      className={buttonClass(weight, className)}
      {...(apart ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
    </a>
  );
}
