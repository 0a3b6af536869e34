'use client';
/** Starts a single sign-on: by the domain of an email address, or for one organization. */
import { useState } from 'react';
import { defineFields } from '../client/form-fields';
import { postPublicForm } from '../client/post-public-form';
import { startSignOn } from '../client/session-client';
import { useSubmit } from '../client/use-submit';
import { Button } from '../ui/button';
import { ErrorSummary } from '../ui/error-summary';
import type { Problem } from '../ui/error-message';
import { Notice } from '../ui/notice';
import { TextField } from '../ui/text-field';

const FIELDS = defineFields({
  email: {
    pointer: '/email',
    label: 'Work email',
    type: 'email',
    autoComplete: 'username',
    required: true,
    maxLength: 254,
  },
});

export function FindSingleSignOn({ returnTo }: { returnTo: string }) {
  const [unknown, setUnknown] = useState(false);
  const { form, busy, pending, error } = useSubmit(
    async (data) => {
      setUnknown(false);
      const email = FIELDS.read(data).email ?? '';
      const { organization } = (await postPublicForm('find-single-sign-on', { email })) as {
        organization: string | null;
      };
      if (organization === null) return null;
      const url = await startSignOn(organization, returnTo, email);
      if (url === null) throw { code: 'network' } satisfies Problem;
      return url;
    },
    (url) => (url === null ? setUnknown(true) : window.location.assign(url)),
  );
  return (
    <form method="post" {...form} className="space-y-4">
      <ErrorSummary error={error} fields={FIELDS.places} />
      {unknown ? (
        <Notice live>
          No organization uses single sign-on with this email domain. Ask your administrator for the address,
          or sign in another way.
        </Notice>
      ) : null}
      <TextField {...FIELDS.controls(error).field('email')} />
      <Button type="submit" disabled={busy} className="w-full">
        {pending ? 'Continuing' : 'Continue'}
      </Button>
    </form>
  );
}

export function ContinueToProvider({ organization, returnTo }: { organization: string; returnTo: string }) {
  const { form, busy, pending, error } = useSubmit(
    async () => {
      const url = await startSignOn(organization, returnTo);
      if (url === null) throw { code: 'network' } satisfies Problem;
      return url;
    },
    (url) => window.location.assign(url),
  );
  return (
    <form method="post" {...form} className="space-y-4">
      {error ? (
        <Notice kind="problem" live>
          {error.sentence}
        </Notice>
      ) : null}
      <Button type="submit" disabled={busy} className="w-full">
        {pending ? 'Continuing' : 'Continue'}
      </Button>
    </form>
  );
}
