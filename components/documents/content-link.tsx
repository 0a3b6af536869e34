'use client';
/** Opens or downloads the file of a document. Its signed URL expires after minutes and is renewed on use. */
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { api } from '../client/client';
import { buttonClass, type ButtonWeight } from '../ui/button';
import { shownError } from '../ui/error-message';
import { showToast } from '../ui/toast';

/** Less than the five minutes that the URL is valid. */
const VALID_MS = 4 * 60_000;

interface ContentLinkProps {
  id: string;
  url: string;
  weight?: ButtonWeight;
  className?: string;
  download?: boolean;
  newTab?: boolean;
  onOpen?: () => void;
  children: ReactNode;
}

export function ContentLink({
  id,
  url,
  weight = 'secondary',
  className = '',
  download = false,
  newTab = false,
  onOpen,
  children,
}: ContentLinkProps) {
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
  }, [url]);
  const address = (content: string) => (download ? `${content}?download=1` : content);

  async function renew(event: MouseEvent<HTMLAnchorElement>) {
    if (performance.now() - since.current < VALID_MS) return;
    event.preventDefault();
    try {
      const { content_url } = await api.documents.getDocument.query({ id });
      if (!content_url) showToast({ sentence: 'The document is no longer available.', isProblem: true });
      else if (newTab) window.open(address(content_url), '_blank', 'noopener');
      else window.location.assign(address(content_url));
    } catch (thrown) {
      showToast({ sentence: shownError(thrown).sentence, isProblem: true });
    }
  }

  return (
    <a
      href={address(url)}
      onClick={(event) => {
        onOpen?.();
        void renew(event);
      }}
      className={buttonClass(weight, className)}
      {...(newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
    </a>
  );
}
