/** The requested permissions and the two answers. Works without scripts; no answer is preselected. */
import { Button } from '../ui/button';
import { isolate } from '../format/isolate';
import { CheckboxList } from '../ui/checkbox-list';
import { Fold } from '../ui/fold';
import { Notice } from '../ui/notice';

interface ConsentFormProps {
  requestId: string;
  appName: string;
  csrf: string;
  /** Users in the organization. */
  people: number;
  redirectHost: string;
  person: { name: string; email: string };
  /** Verified host name of the publisher; null if not verified. */
  domain: string | null;
  /** Date of the registration. */
  since: string;
  offered: readonly { scope: string; words: string; isNew: boolean }[];
  /** Requested, but not allowed by the user's role. */
  beyondRole: readonly { scope: string; words: string; role: string }[];
  notAsked: readonly { scope: string; words: string }[];
  nothingChosen: boolean;
}

export function ConsentForm(props: ConsentFormProps) {
  const { requestId, appName, csrf, people, redirectHost, person, domain, since } = props;
  const { offered, beyondRole, notAsked, nothingChosen } = props;
  return (
    <form action="/oauth/decide" method="post" className="space-y-5">
      <input type="hidden" name="id" value={requestId} />
      <input type="hidden" name="csrf" value={csrf} />
      {/* Enter activates the first button of a form: this one does nothing. */}
      <button type="submit" disabled hidden />
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="min-w-0 wrap-anywhere">
          Signed in as{' '}
          <strong>
            <bdi>{person.name}</bdi>
          </strong>{' '}
          ({person.email}).
        </span>
        {/* A leading space would be an indent at the start of a line. */}
        <Button type="submit" name="decision" value="other_person" weight="quiet" className="-ml-2.5">
          Not you? Sign in as someone else
        </Button>
      </p>
      <p>
        {domain ? (
          <>
            Publisher: <strong className="break-words">{domain}</strong> (domain verified).{' '}
          </>
        ) : (
          'Publisher not verified. '
        )}
        An administrator of your organization registered this application on {since}.{' '}
        {people === 0
          ? 'No one here uses it yet.'
          : `${people} ${people === 1 ? 'person uses' : 'people use'} it here.`}
      </p>
      {nothingChosen ? (
        <Notice kind="problem" live>
          Select at least one permission, or choose “Do not allow”.
        </Notice>
      ) : null}
      {offered.length === 0 ? (
        <Notice>Your role cannot grant any of the requested permissions.</Notice>
      ) : null}
      <CheckboxList
        id="scopes"
        name="scope"
        legend="Permissions"
        hint="This is health data. Clear any permission it should not have."
        options={offered.map(({ scope, words, isNew }) => ({
          value: scope,
          label: words,
          checked: true,
          ...(isNew ? { detail: 'New: you have not allowed this before.' } : {}),
        }))}
      />
      {beyondRole.length > 0 ? (
        <section aria-labelledby="beyond-role">
          <h2 id="beyond-role" className="font-semibold">
            Requested, but not in your role
          </h2>
          <p>An administrator must change your role, or connect the application.</p>
          <ul className="list-disc pl-5">
            {beyondRole.map(({ scope, words, role }) => (
              <li key={scope}>
                {words} <span className="text-ink-2">(requires the role {role})</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {notAsked.length > 0 ? (
        <Fold title="Not requested" look="part" state={String(notAsked.length)}>
          <ul className="list-disc pl-5">
            {notAsked.map(({ scope, words }) => (
              <li key={scope}>{words}</li>
            ))}
          </ul>
        </Fold>
      ) : null}
      <p>
        {isolate(appName)} acts on your behalf and has no more access than you. Its actions are recorded in
        your name.
      </p>
      <p>
        Access ends when you disconnect it, or after 180 days. You will return to{' '}
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
