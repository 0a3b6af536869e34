/** In place of a page or form that the user's role does not allow. */
import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link-button';

interface NotAllowedProps {
  what: string;
  /** The way out; by default, the start page. */
  back?: { href: string; label: string };
}

export function NotAllowed({
  what,
  back = { href: '/today', label: 'Go to the start page' },
}: NotAllowedProps) {
  return (
    <EmptyState
      title={`Your role does not allow you to ${what}.`}
      action={
        <LinkButton href={back.href} weight="secondary">
          {back.label}
        </LinkButton>
      }
    >
      Ask an administrator of your organization.
    </EmptyState>
  );
}
