'use client';
/** Goes on in another organisation. The page is loaded afresh: nothing of the one before stays in memory. */
import { useState } from 'react';
import { api } from '../api/client';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';

export function SwitchOrganisation({ id, name }: { id: string; name: string }) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');

  async function go() {
    setPending(true);
    setProblem('');
    try {
      await api.sessions.switchOrganisation.mutate({ id });
      window.location.assign('/patients');
    } catch (thrown) {
      const { code, sentence, detail } = shownError(thrown);
      setProblem(code === 'forbidden' && detail ? detail : sentence);
      setPending(false);
    }
  }

  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button weight="secondary" disabled={pending} onClick={go} aria-label={`Switch to ${name}`}>
        {pending ? 'Switching' : 'Switch'}
      </Button>
      <span role="alert" className="font-semibold empty:hidden">
        {problem}
      </span>
    </span>
  );
}
