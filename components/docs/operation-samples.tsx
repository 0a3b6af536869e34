/** The sample requests of an operation, in each language. */
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';
import { CodeBlock } from './code-block';
import { LanguageTabs } from './language-tabs';
import type { Operation } from './reference';
import { samplesOf } from './samples';

export function OperationSamples({ id, operation }: { id: string; operation: Operation }) {
  return (
    <section className="mb-8">
      <SectionHeading id={id} title="Sample request" />
      <p className="mb-2 text-ink-2">
        Set <code>CLINICAL_URL</code> and <code>API_KEY</code> as in the{' '}
        <TextLink href="/docs/guides/quick-start">Quick start</TextLink>. In JavaScript and Python,{' '}
        <code>clinical</code> is the client of the{' '}
        <TextLink href="/docs/guides/client-libraries">client libraries</TextLink>.
      </p>
      {samplesOf(operation).map(({ title, curl, javascript, python }) => (
        <div key={title} className="mb-4">
          {title ? <p className="mb-1 font-semibold">{title}</p> : null}
          <LanguageTabs
            label={title ? `Language: ${title}` : 'Language'}
            samples={[
              { language: 'curl', code: curl },
              { language: 'JavaScript', code: javascript },
              { language: 'Python', code: python },
            ].map(({ language, code }) => ({
              language,
              content: <CodeBlock label={labelOf(language, title)} code={code} />,
            }))}
          />
        </div>
      ))}
    </section>
  );
}

const labelOf = (language: string, title: string): string =>
  title ? `Sample request, ${language}: ${title}` : `Sample request, ${language}`;
