'use client';
/** Loads the page from scratch, so that no data of the previous organization stays in memory. */
import { useState } from 'react';
import { api } from '../client/client';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';
import { TextLink } from '../ui/text-link';
import { useProblem } from '../ui/use-problem';

interface SwitchOrganizationProps {
  id: string;
  name: string;
  /** Where to continue; the start page by default. */
  returnTo: string | undefined;
  /** The page that adds a second factor and returns here. */
  addFactor: string;
}

export function SwitchOrganization({ id, name, returnTo, addFactor }: SwitchOrganizationProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useProblem();
  // The requirement was introduced after this page was rendered.
  const [lacksFactor, setLacksFactor] = useState(false);

  async function go() {
    setPending(true);
    setProblem('');
    setLacksFactor(false);
    try {
      await api.sessions.switchOrganization.mutate({ id });
      window.location.assign(returnTo ?? '/today');
    } catch (thrown) {
      const { code, sentence, detail } = shownError(thrown);
      setProblem(code === 'forbidden' && detail ? detail : sentence);
      setLacksFactor(code === 'forbidden');
      setPending(false);
    }
  }

  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button weight="secondary" disabled={pending} onClick={go} aria-label={`Switch to ${name}`}>
        {pending ? 'Switching' : 'Switch'}
      </Button>
      <span role="alert" className="font-semibold text-error empty:hidden">
        {problem}
      </span>
      {lacksFactor ? <TextLink href={addFactor}>Add a second factor</TextLink> : null}
    </span>
  );
}
