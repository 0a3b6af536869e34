/** The consent request belongs to another organization of the user. Works without scripts. */
import type { ConsentOrganization } from '@/server/domain/oauth/contract';
import { organizationsPage } from '../account/organization-list';
import { Button } from '../ui/button';
import { LinkButton } from '../ui/link-button';

interface SwitchFormProps {
  requestId: string;
  csrf: string;
  appName: string;
  /** The organization of the application, and that of the session. */
  there: string;
  here: string;
  secondFactor: ConsentOrganization['second_factor'];
}

export function SwitchForm({ requestId, csrf, appName, there, here, secondFactor }: SwitchFormProps) {
  const waits = (
    <p>
      {appName} belongs to <strong>{there}</strong>. You are signed in to <strong>{here}</strong>. Permissions
      apply to one organization only.
    </p>
  );
  if (secondFactor !== 'enough')
    return (
      <div className="space-y-5">
        {waits}
        <p>
          {there} requires a second factor.{' '}
          {secondFactor === 'to_add'
            ? 'Add one to your account first.'
            : 'Switch organization in your account and enter it there.'}{' '}
          The request is valid for ten minutes.
        </p>
        <LinkButton href={organizationsPage(`/oauth/consent/${requestId}`)}>
          Go to your organizations
        </LinkButton>
      </div>
    );
  return (
    <form action="/oauth/decide" method="post" className="space-y-5">
      <input type="hidden" name="id" value={requestId} />
      <input type="hidden" name="csrf" value={csrf} />
      {waits}
      <p>You will be asked before any access is granted. Your other tabs switch too.</p>
      <Button type="submit" name="decision" value="other_organization">
        Switch to {there}
      </Button>
    </form>
  );
}
