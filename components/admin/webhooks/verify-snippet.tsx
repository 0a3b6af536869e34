import { CodeBlock } from '../../docs/code-block';
import { Fold } from '../../ui/fold';
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
    <Fold key={snippet.language} look="part" title={snippet.language} open={index === 0}>
      <CodeBlock label={`${snippet.language} sample`} code={snippet.code} />
    </Fold>
  ));
}
