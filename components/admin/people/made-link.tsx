'use client';

import type { ReactNode } from 'react';
import { CopyBlock } from '../../ui/copy-block';
import { Notice } from '../../ui/notice';
import { SecretOnce } from '../../secrets/secret-once';

interface MadeLink {
  delivery: 'sent' | 'failed' | 'shown';
  link?: string | undefined;
}

interface MadeLinkProps {
  made: MadeLink;
  title: string;
  email: string;
  /** A text with the link, ready to send. */
  message?: string;
  /** Whom to send the link to, and when it expires. */
  words?: string;
  /** How to retry. */
  again: string;
  /** Label of the button in `children`. */
  next: string;
  /** Next step. */
  children: ReactNode;
}

export function MadeLinkShown({ made, title, email, message, words, again, next, children }: MadeLinkProps) {
  if (made.delivery === 'shown' && made.link)
    return (
      <SecretOnce
        title={title}
        label="Link"
        value={made.link}
        next={next}
        {...(words === undefined ? {} : { words, tick: 'I have sent or saved it' })}
        more={message ? <CopyBlock label="Message with the link" value={message} /> : null}
      >
        {children}
      </SecretOnce>
    );
  return (
    <div className="max-w-3xl space-y-4">
      {made.delivery === 'sent' ? (
        <Notice kind="success" word="Sent" live>
          The link was sent to {email}. {words}
        </Notice>
      ) : (
        <Notice kind="problem" word="Not sent" live>
          The email to {email} could not be sent. {again}
        </Notice>
      )}
      {children}
    </div>
  );
}
