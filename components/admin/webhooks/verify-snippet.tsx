import { CodeBlock } from '../../docs/code-block';
import { LanguageTabs } from '../../docs/language-tabs';
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
  return (
    <LanguageTabs
      label="Verification"
      samples={SNIPPETS.map(({ language, code }) => ({
        language,
        content: <CodeBlock label={`${language} sample`} code={code} />,
      }))}
    />
  );
}
