'use client';
/** Leaves a sign-in after the password. */
import { askSignIn } from '../client/session-client';
import { Button } from '../ui/button';

export function CancelSignIn({ returnTo }: { returnTo: string }) {
  async function cancel() {
    // Null if it has ended already.
    await askSignIn('cancel').catch(() => null);
    window.location.assign(`/sign-in?return_to=${encodeURIComponent(returnTo)}`);
  }
  return (
    <Button weight="secondary" onClick={() => void cancel()}>
      Cancel
    </Button>
  );
}
