/** What is asked and the two answers. A plain form: it works without scripts, and neither answer is prepared. */
import { Button } from '../ui/button';
import { CheckboxList } from '../ui/checkbox-list';
import { Notice } from '../ui/notice';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';

interface ConsentFormProps {
  requestId: string;
  csrf: string;
  appName: string;
  /** Of the organisation, who use it. */
  people: number;
  redirectHost: string;
  person: { name: string; email: string };
  offered: readonly { scope: string; words: string; isNew: boolean }[];
  refused: readonly { scope: string; words: string }[];
  nothingChosen: boolean;
}

export function ConsentForm(props: ConsentFormProps) {
  const { requestId, csrf, appName, people, redirectHost, person, offered, refused, nothingChosen } = props;
  return (
    <form action="/oauth/decide" method="post" className="space-y-5">
      <input type="hidden" name="id" value={requestId} />
      <input type="hidden" name="csrf" value={csrf} />
      <p>
        Signed in as <strong>{person.name}</strong> ({person.email}).{' '}
        <TextLink href="/sign-in">Not you?</TextLink> Sign in, then begin again in {appName}.
      </p>
      <p>
        Registered by an administrator of your organisation.{' '}
        {people === 0
          ? 'Nobody here uses it yet.'
          : `${people} ${people === 1 ? 'person uses' : 'people use'} it here.`}
      </p>
      {nothingChosen ? (
        <Notice kind="problem" live>
          Tick at least one line, or choose “Do not allow”.
        </Notice>
      ) : null}
      {offered.length === 0 ? <Notice>Your role can allow nothing of what it asks for.</Notice> : null}
      <CheckboxList
        id="scopes"
        name="scope"
        legend="What it will be able to do"
        hint="This is health data. Untick what it should not do."
        options={offered.map(({ scope, words, isNew }) => ({
          value: scope,
          label: words,
          checked: true,
          ...(isNew ? { detail: 'New: you have not allowed this before.' } : {}),
        }))}
      />
      {refused.length > 0 ? (
        <section aria-labelledby="refused">
          <SectionHeading id="refused" title="What it will not be able to do" />
          <ul className="list-disc pl-5">
            {refused.map(({ scope, words }) => (
              <li key={scope}>{words}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <p>It acts on your behalf: it sees only what you may see, and what it does is recorded in your name.</p>
      <p>
        It may do this until you stop it, at most 180 days. Your answer is sent to{' '}
        <strong className="break-words">{redirectHost}</strong>.
      </p>
      <div className="grid grid-cols-2 gap-3">
        {offered.length > 0 ? (
          <Button type="submit" name="decision" value="allow" weight="secondary">
            Allow
          </Button>
        ) : null}
        <Button type="submit" name="decision" value="deny" weight="secondary">
          Do not allow
        </Button>
      </div>
    </form>
  );
}
