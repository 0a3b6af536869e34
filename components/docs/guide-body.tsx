/** The text of a guide with its samples. */
import { VerifyCode } from '../admin/webhooks/verify-snippet';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';
import { CodeBlock } from './code-block';
import { anchorOf, samplesOf, type Block, type Guide } from './guide';
import { GUIDES } from './guides';
import { Prose } from './prose';

export function GuideBody({ guide }: { guide: Guide }) {
  return guide.sections.map((section) => (
    <section key={section.title} className="mb-8">
      <SectionHeading id={anchorOf(section)} title={section.title} />
      {section.blocks.map((block, index) => (
        <BlockOf key={index} block={block} guide={guide} />
      ))}
    </section>
  ));
}

/** Files next to the sample. */
const importsOf = (code: string): string[] =>
  [...code.matchAll(/from '\.\/([\w-]+\.mjs)'/g)].map(([, file]) => file!);

function BlockOf({ block, guide }: { block: Block; guide: Guide }) {
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
        {importsOf(code)
          .flatMap((name) =>
            GUIDES.filter((one) => one !== guide && samplesOf(one).some((its) => its.file === name)).map(
              (one) => [name, one] as const,
            ),
          )
          .map(([name, one]) => (
            <span key={name}>
              . Imports <code>{name}</code> of the guide{' '}
              <TextLink href={`/docs/guides/${one.slug}`}>{one.title}</TextLink>
            </span>
          ))}
      </figcaption>
      <CodeBlock label={title} code={code} />
    </figure>
  );
}
