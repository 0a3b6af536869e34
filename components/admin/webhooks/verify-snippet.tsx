/** How the receiver checks that a message is ours, ready to copy, in four languages. */
import { CodeBlock } from '../../docs/code-block';
import { SNIPPETS } from './verify-code';

export function VerifySnippet() {
  return (
    <section aria-labelledby="verify">
      <h2 id="verify" className="text-value font-semibold">
        Check each message
      </h2>
      <p className="mb-2 text-ink-2">Every message is signed. Refuse what does not verify.</p>
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
