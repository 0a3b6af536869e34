/** One error code: meaning, what to do, and an example body. */
import { TextLink } from '../ui/text-link';
import { CodeBlock } from './code-block';
import { Prose } from './prose';

interface ErrorExplainedProps {
  meaning: string;
  action: string;
  retry: 'no' | 'later';
  /** Codes inside `errors[]` of the example, with their meaning. */
  fieldCodes: readonly (readonly [string, string])[];
  example: Record<string, unknown>;
}

const RETRY = {
  no: 'Do not retry the request unchanged.',
  later: 'Retry the same request later.',
};

export function ErrorExplained({ meaning, action, retry, fieldCodes, example }: ErrorExplainedProps) {
  return (
    <>
      <dl className="mb-6 grid gap-x-6 gap-y-1 border-t border-line pt-1 sm:grid-cols-[9rem_1fr] sm:gap-y-4 sm:pt-4">
        <dt className="mt-3 font-semibold sm:mt-0">Meaning</dt>
        <dd>
          <Prose text={meaning} />
        </dd>
        <dt className="mt-3 font-semibold sm:mt-0">What to do</dt>
        <dd>
          <Prose text={action} />
        </dd>
        <dt className="mt-3 font-semibold sm:mt-0">Retry</dt>
        <dd>{RETRY[retry]}</dd>
      </dl>
      <h2 className="mb-2 text-section font-semibold">Example</h2>
      <CodeBlock label="Example of the problem document" code={JSON.stringify(example, null, 2)} />
      {fieldCodes.length > 0 ? (
        <dl className="mb-6 grid gap-x-6 gap-y-1 sm:grid-cols-[9rem_1fr] sm:gap-y-2">
          {fieldCodes.map(([code, text]) => (
            <div key={code} className="contents">
              <dt className="mt-2 sm:mt-0">
                <code>{code}</code>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <p>
        <TextLink href="/docs/errors">All error codes</TextLink>
      </p>
    </>
  );
}
