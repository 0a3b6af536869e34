import { LinkButton } from '../ui/link-button';
import { Notice } from '../ui/notice';

interface ResetLinkOverProps {
  /** False if the service sends no email: administrators then hand out the links. */
  byMail: boolean;
  /** After an attempt to use the link. */
  live?: boolean;
}

export function ResetLinkOver({ byMail, live = false }: ResetLinkOverProps) {
  return (
    <div className="space-y-5">
      <Notice kind="problem" word="This link is not valid" live={live}>
        It was used, replaced or has expired, or part of it is missing. Your password was not changed.
        {byMail ? null : ' Ask an administrator of your organization for a new link.'}
      </Notice>
      {byMail ? (
        <LinkButton href="/forgot-password">Request a new link</LinkButton>
      ) : (
        <LinkButton href="/sign-in">Go to sign-in</LinkButton>
      )}
    </div>
  );
}
