/** In place of a page or form that the user's role does not allow. */
import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link-button';

export function NotAllowed({ what }: { what: string }) {
  return (
    <EmptyState
      title={`Your role does not allow you to ${what}.`}
      action={
        <LinkButton href="/today" weight="secondary">
          Go to the start page
        </LinkButton>
      }
    >
      Ask an administrator of your organization.
    </EmptyState>
  );
}
