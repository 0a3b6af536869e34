/** The text of a guide with its samples. */
import { VerifyCode } from '../admin/webhooks/verify-snippet';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';
import { CodeBlock } from './code-block';
import { anchorOf, EXAMPLE_ORIGIN, type Block, type Guide, type Sample } from './guide';
import { LanguageTabs } from './language-tabs';
import { Prose } from './prose';

interface GuideBodyProps {
  guide: Guide;
  /** The address of this installation. */
  origin: string;
}

export function GuideBody({ guide, origin }: GuideBodyProps) {
  return guide.sections.map((section) => (
    <section key={section.title} className="mb-8">
      <SectionHeading id={anchorOf(section)} title={section.title} />
      {grouped(section.blocks).map((blocks, index) => (
        <BlocksOf key={index} blocks={blocks} guide={guide} origin={origin} />
      ))}
    </section>
  ));
}

/** Samples with the same title are one sample in several languages. */
function grouped(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const title = titleOf(block);
    const last = groups.at(-1);
    if (title !== null && last && titleOf(last[0]!) === title) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

const titleOf = (block: Block): string | null =>
  typeof block === 'object' && 'sample' in block ? block.sample.title : null;

const LANGUAGES: Record<string, string> = { sh: 'curl', mjs: 'JavaScript', py: 'Python' };

const languageOf = ({ file }: Sample): string => LANGUAGES[file.split('.').at(-1)!]!;

/** These two guides explain how to install it. */
const INSTALLING = ['quick-start', 'client-libraries'];

const needsClient = ({ code }: Sample): boolean =>
  /from 'clinical-data-service-client'|^from clinical_client import /m.test(code);

function BlocksOf({ blocks, guide, origin }: GuideBodyProps & { blocks: readonly Block[] }) {
  const samples = blocks.flatMap((block) =>
    typeof block === 'object' && 'sample' in block ? [block.sample] : [],
  );
  if (samples.length < 2) return <BlockOf block={blocks[0]!} guide={guide} origin={origin} />;
  return (
    <LanguageTabs
      label={samples[0]!.title}
      samples={samples.map((sample) => ({
        language: languageOf(sample),
        content: (
          <SampleOf
            sample={sample}
            label={`${sample.title}, ${languageOf(sample)}`}
            guide={guide}
            origin={origin}
          />
        ),
      }))}
    />
  );
}

function BlockOf({ block, guide, origin }: GuideBodyProps & { block: Block }) {
  const local = (text: string) => text.replaceAll(EXAMPLE_ORIGIN, origin);
  if (block === 'verification') return <VerifyCode />;
  if (typeof block === 'string')
    return (
      <p className="mb-3 max-w-prose">
        <Prose text={local(block)} />
      </p>
    );
  if ('list' in block)
    return (
      <ul className="mb-3 max-w-prose list-disc pl-5">
        {block.list.map((entry) => (
          <li key={entry} className="mb-1">
            <Prose text={local(entry)} />
          </li>
        ))}
      </ul>
    );
  if ('steps' in block)
    return (
      <ol className="mb-3 max-w-prose list-decimal pl-6">
        {block.steps.map((step) => (
          <li key={step} className="mb-1.5 pl-1">
            <Prose text={local(step)} />
          </li>
        ))}
      </ol>
    );
  if ('output' in block || 'command' in block) {
    const { title, code } = 'output' in block ? block.output : block.command;
    return <CodeBlock label={title} code={local(code)} caption={title} />;
  }
  return <SampleOf sample={block.sample} label={block.sample.title} guide={guide} origin={origin} />;
}

function SampleOf({ sample, label, guide, origin }: GuideBodyProps & { sample: Sample; label: string }) {
  const { file, title, code } = sample;
  const caption = (
    <>
      {title} (<code>{file}</code>)
      {needsClient(sample) && !INSTALLING.includes(guide.slug) ? (
        <>
          . Requires the{' '}
          <TextLink href="/docs/guides/client-libraries">{`${languageOf(sample)} client`}</TextLink>
        </>
      ) : null}
    </>
  );
  return <CodeBlock label={label} code={code.replaceAll(EXAMPLE_ORIGIN, origin)} caption={caption} />;
}
