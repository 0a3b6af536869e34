/** The request waits in another organization of the person. A plain form: it works without scripts. */
import type { ConsentOrganization } from '@/server/domain/oauth/contract';
import { organizationsPage } from '../account/organization-list';
import { Button } from '../ui/button';
import { LinkButton } from '../ui/link-button';

interface SwitchFormProps {
  requestId: string;
  csrf: string;
  appName: string;
  /** Where the application belongs to, and where the person is signed in. */
  there: string;
  here: string;
  secondFactor: ConsentOrganization['second_factor'];
}

export function SwitchForm({ requestId, csrf, appName, there, here, secondFactor }: SwitchFormProps) {
  const waits = (
    <p>
      {appName} belongs to <strong>{there}</strong>. You are signed in to <strong>{here}</strong>, and what
      you allow is for one organization only.
    </p>
  );
  if (secondFactor !== 'enough')
    return (
      <div className="space-y-5">
        {waits}
        <p>
          {there} asks for a second factor
          {secondFactor === 'to_add'
            ? ', and you have none yet. Add one to your account first.'
            : ', which you have not used in this session. Switch under your account, where you are asked for it.'}{' '}
          The request waits here for ten minutes in all.
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
      <p>Nothing is allowed by switching: you will be asked. Your other tabs switch as well.</p>
      <Button type="submit" name="decision" value="other_organization">
        Switch to {there}
      </Button>
    </form>
  );
}
