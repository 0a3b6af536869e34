'use client';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';

/** Another administrator created it. */
export const JoinSandbox = ({ id, name }: { id: string; name: string }) => (
  <ActionButton
    label="Join"
    name={`Join ${name}`}
    done={`You are an administrator of ${name}.`}
    run={() => api.sandboxes.joinSandbox.mutate({ id })}
  />
);
