/** The request waits in another organisation of the person. A plain form: it works without scripts. */
import { Button } from '../ui/button';

interface SwitchFormProps {
  requestId: string;
  csrf: string;
  appName: string;
  /** Where the application belongs to, and where the person is signed in. */
  there: string;
  here: string;
}

export function SwitchForm({ requestId, csrf, appName, there, here }: SwitchFormProps) {
  return (
    <form action="/oauth/decide" method="post" className="space-y-5">
      <input type="hidden" name="id" value={requestId} />
      <input type="hidden" name="csrf" value={csrf} />
      <p>
        {appName} belongs to <strong>{there}</strong>. You are signed in to <strong>{here}</strong>, and what
        you allow is for one organisation only.
      </p>
      <p>Nothing is allowed by switching: you will be asked. Your other tabs switch as well.</p>
      <Button type="submit" name="decision" value="other_organisation">
        Switch to {there}
      </Button>
    </form>
  );
}
