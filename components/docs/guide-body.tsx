/** The text of a guide with its samples. */
import { VerifyCode } from '../admin/webhooks/verify-snippet';
import { SectionHeading } from '../ui/page-heading';
import { CodeBlock } from './code-block';
import { anchorOf, type Block, type Guide } from './guide';
import { Prose } from './prose';

export function GuideBody({ guide }: { guide: Guide }) {
  return guide.sections.map((section) => (
    <section key={section.title} className="mb-8">
      <SectionHeading id={anchorOf(section)} title={section.title} />
      {section.blocks.map((block, index) => (
        <BlockOf key={index} block={block} />
      ))}
    </section>
  ));
}

function BlockOf({ block }: { block: Block }) {
  if (block === 'verification') return <VerifyCode />;
  if (typeof block === 'string')
    return (
      <p className="mb-3 max-w-prose">
        <Prose text={block} />
      </p>
    );
  if ('list' in block)
    return (
      <ul className="mb-3 max-w-prose list-disc pl-5">
        {block.list.map((entry) => (
          <li key={entry} className="mb-1">
            <Prose text={entry} />
          </li>
        ))}
      </ul>
    );
  const { file, title, code } = block.sample;
  return (
    <figure className="mb-5">
      <figcaption className="mb-1 text-sm text-ink-2">
        {title} (<code>{file}</code>)
      </figcaption>
      <CodeBlock label={title} code={code} />
    </figure>
  );
}
