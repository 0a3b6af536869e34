'use client';
/** What became of a link: sent, not sent, or shown this once. */
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice';
import { SecretOnce } from '../../ui/secret-once';

interface MadeLink {
  delivery: 'sent' | 'failed' | 'shown';
  link?: string | undefined;
}

interface MadeLinkProps {
  made: MadeLink;
  title: string;
  email: string;
  /** How it can be tried again. */
  again: string;
  /** Where to go on. */
  children: ReactNode;
}

export function MadeLinkShown({ made, title, email, again, children }: MadeLinkProps) {
  if (made.delivery === 'shown' && made.link)
    return (
      <SecretOnce title={title} label="Link" value={made.link}>
        {children}
      </SecretOnce>
    );
  return (
    <div className="max-w-3xl space-y-4">
      {made.delivery === 'sent' ? (
        <Notice kind="success" word="Sent" live>
          The link was sent to {email}.
        </Notice>
      ) : (
        <Notice kind="problem" word="Not sent" live>
          The mail server did not take the mail to {email}. {again}
        </Notice>
      )}
      {children}
    </div>
  );
}
