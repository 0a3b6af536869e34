import { LinkButton } from '../ui/link-button';

/** Below the sign-in form. */
export const SingleSignOnLink = ({ returnTo }: { returnTo: string }) => (
  <LinkButton
    href={`/sign-in/single-sign-on?return_to=${encodeURIComponent(returnTo)}`}
    weight="secondary"
    className="mt-4 w-full"
  >
    Single sign-on
  </LinkButton>
);
