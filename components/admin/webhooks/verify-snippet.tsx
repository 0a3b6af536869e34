import { CodeBlock } from '../../docs/code-block';
import { SNIPPETS } from './verify-code';

export function VerifySnippet() {
  return (
    <section aria-labelledby="verify">
      <h2 id="verify" className="text-section font-semibold">
        Verify signatures
      </h2>
      <p className="mb-2 text-ink-2">Every request is signed. Reject requests with an invalid signature.</p>
      <VerifyCode />
    </section>
  );
}

export function VerifyCode() {
  return SNIPPETS.map((snippet, index) => (
    <details key={snippet.language} open={index === 0} className="border-t border-line">
      <summary className="target flex min-h-10 items-center font-semibold text-accent underline">
        {snippet.language}
      </summary>
      <CodeBlock label={`${snippet.language} sample`} code={snippet.code} />
    </details>
  ));
}
