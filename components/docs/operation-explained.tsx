import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { Fold } from '../ui/fold';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';
import { CodeBlock } from './code-block';
import type { DocsPart } from './docs-frame';
import { FieldList } from './field-list';
import { OperationSamples } from './operation-samples';
import { Prose } from './prose';
import type { Body, Operation } from './reference';

const SAMPLE = 'sample-request';
const RESPONSE = 'sample-response';
const GUIDES_OF = 'guides';
const DETAILS = 'details';
const PARAMETERS = 'parameters';
const REQUEST = 'request-body';
const ERRORS = 'errors';
const responseId = (status: string): string => `response-${status}`;
/** Characters of a paragraph. */
const LONG = 200;

const successes = (answers: Operation['answers']) => answers.filter(({ codes }) => codes.length === 0);

/** Shown next to the sample request: several if its forms have different responses. */
function sampleResponse(answers: Operation['answers']) {
  for (const { status, bodies } of successes(answers))
    for (const { mediaType, examples } of bodies)
      if (examples.length > 0) return { status, mediaType, examples };
  return null;
}

/** A short start, which is shown above the sample. The remaining text is shown below it. */
function split([first = '', ...others]: readonly string[]): { lead: string; details: readonly string[] } {
  const lead = first.length > LONG && !first.includes('\n- ') ? firstSentence(first) : first;
  const rest = first.slice(lead.length).trim();
  return { lead, details: rest ? [rest, ...others] : others };
}

const firstSentence = (text: string): string => /^.+?\.(?= [A-Z`])/.exec(text)?.[0] ?? text;

/** The sections of the page of an operation. */
export function partsOf({ parameters, bodies, answers, description }: Operation): DocsPart[] {
  return [
    { id: SAMPLE, title: 'Sample request' },
    ...(sampleResponse(answers) ? [{ id: RESPONSE, title: 'Sample response' }] : []),
    ...(split(description).details.length > 0 ? [{ id: DETAILS, title: 'Details' }] : []),
    ...(parameters.length > 0 ? [{ id: PARAMETERS, title: 'Parameters' }] : []),
    ...(bodies.length > 0 ? [{ id: REQUEST, title: 'Request body' }] : []),
    ...successes(answers).map(({ status }) => ({ id: responseId(status), title: `Response ${status}` })),
    { id: ERRORS, title: 'Errors' },
    { id: GUIDES_OF, title: 'Guides' },
  ];
}

interface OperationExplainedProps {
  operation: Operation;
  /** The meaning of each error code. */
  meanings: Readonly<Record<string, string>>;
  guides: readonly { slug: string; title: string; summary: string }[];
}

export function OperationExplained({ operation, meanings, guides }: OperationExplainedProps) {
  const { answers, bodies, description, parameters, scopes } = operation;
  const errors = answers.filter(({ codes }) => codes.length > 0);
  const { lead, details } = split(description);
  const response = sampleResponse(answers);
  return (
    <>
      <p className="mb-4 flex flex-wrap items-baseline gap-x-6 border-y border-line py-2">
        <code className="font-semibold wrap-anywhere">
          {operation.method} {operation.path}
        </code>
        <span>
          Scope:{' '}
          {scopes.map((scope, index) => (
            <span key={scope}>
              {index > 0 ? ' or ' : ''}
              <code>{scope}</code>
            </span>
          ))}
        </span>
      </p>
      {lead ? <Paragraph text={lead} /> : null}
      <OperationSamples id={SAMPLE} operation={operation} />
      {response ? (
        <section className="mb-8">
          <SectionHeading id={RESPONSE} title="Sample response" />
          {response.examples.map(({ title, text }) => (
            <div key={title} className="mb-4">
              {response.examples.length > 1 ? <p className="mb-1 font-semibold">{title}</p> : null}
              <CodeBlock
                label={`Response ${response.status}, ${response.mediaType}: ${title}`}
                caption={`${response.status}, ${response.mediaType}`}
                code={text}
              />
            </div>
          ))}
        </section>
      ) : null}
      {details.length > 0 ? (
        <section className="mb-8">
          <SectionHeading id={DETAILS} title="Details" />
          {details.map((text) => (
            <Paragraph key={text} text={text} />
          ))}
        </section>
      ) : null}
      {parameters.length > 0 ? (
        <section className="mb-8">
          <SectionHeading id={PARAMETERS} title="Parameters" />
          <DataTable caption="Parameters" columns={['Name', 'Meaning', 'Example']}>
            {parameters.map((parameter) => (
              <Row key={parameter.name}>
                <RowHead className="wrap-anywhere lg:whitespace-nowrap">
                  <code>{parameter.name}</code>
                  <span className="block text-sm font-normal text-ink-2">
                    {parameter.place}
                    {parameter.required ? ', required' : ''}
                  </span>
                </RowHead>
                <Cell label="Meaning">
                  <Prose text={parameter.description} />
                  <span className="block text-sm text-ink-2">{parameter.type}</span>
                </Cell>
                <Cell label="Example" className="text-sm wrap-anywhere lg:w-64">
                  <code>{parameter.example}</code>
                </Cell>
              </Row>
            ))}
          </DataTable>
        </section>
      ) : null}
      {bodies.length > 0 ? (
        <section className="mb-8">
          <SectionHeading id={REQUEST} title="Request body" />
          {bodies.map((body, index) => (
            <BodyOf
              key={body.mediaType}
              id={index === 0 ? REQUEST : `${REQUEST}-${index + 1}`}
              title="Request body"
              body={bodies.length > 1 ? { ...body, examples: [] } : body}
              open={index === 0}
              isRequest
            />
          ))}
          {bodies.length > 1
            ? samplesOf(bodies).map(({ mediaType, example }, index) => (
                <Sample
                  key={example.title}
                  title="Request body"
                  mediaType={mediaType}
                  example={example}
                  open={index === 0}
                />
              ))
            : null}
        </section>
      ) : null}
      {successes(answers).map(({ status, description: text, bodies: given }) => (
        <section key={status} className="mb-8">
          <SectionHeading id={responseId(status)} title={`Response ${status}`} />
          <p className="mb-2">{text}</p>
          {given.map((body) => (
            <BodyOf
              key={body.mediaType}
              id={responseId(status)}
              title={`Response ${status}`}
              body={{
                ...body,
                examples: body.examples.filter((one) => !response?.examples.includes(one)),
              }}
              open
            />
          ))}
        </section>
      ))}
      <section className="mb-8">
        <SectionHeading id={ERRORS} title="Errors" />
        <DataTable caption="Errors" columns={['Status', 'Code', 'Meaning']}>
          {errors.flatMap(({ status, codes }) =>
            codes.map((code) => (
              <Row key={code}>
                <RowHead>{status}</RowHead>
                <Cell label="Code">
                  <TextLink href={`/docs/errors/${code}`}>
                    <code>{code}</code>
                  </TextLink>
                </Cell>
                <Cell label="Meaning">
                  <Prose text={firstSentence(meanings[code] ?? '')} />
                </Cell>
              </Row>
            )),
          )}
        </DataTable>
      </section>
      <section className="mb-8">
        <SectionHeading id={GUIDES_OF} title="Guides" />
        <ul className="list-disc pl-5">
          {guides.map(({ slug, title, summary }) => (
            <li key={slug}>
              <TextLink href={`/docs/guides/${slug}`}>{title}</TextLink>
              <span className="text-ink-2">: {summary}</span>
            </li>
          ))}
        </ul>
      </section>
      <p>
        <TextLink href="/docs/api">All operations</TextLink>
      </p>
    </>
  );
}

/** A paragraph, with the list that it introduces. */
function Paragraph({ text }: { text: string }) {
  const [start, ...entries] = text.split('\n- ');
  return (
    <>
      <p className={`max-w-prose ${entries.length > 0 ? 'mb-1' : 'mb-3'}`}>
        <Prose text={start!} />
      </p>
      {entries.length > 0 ? (
        <ul className="mb-3 max-w-prose list-disc pl-5">
          {entries.map((entry) => (
            <li key={entry} className="mb-1">
              <Prose text={entry} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

interface BodyOfProps {
  /** Start of the IDs of its fields. */
  id: string;
  title: string;
  body: Body;
  /** Whether the fields and the first example are shown without a click. */
  open: boolean;
  isRequest?: boolean;
}

function BodyOf({ id, title, body, open, isRequest = false }: BodyOfProps) {
  const { mediaType, fields, examples } = body;
  return (
    <div className="mb-6">
      <p className="mb-2 text-ink-2">
        <code>{mediaType}</code>
      </p>
      <div>
        {fields.length > 0 ? (
          <Fold look="part" title="Fields" state={String(fields.length)} open={open}>
            <FieldList id={id} label={`${title}, ${mediaType}`} fields={fields} isRequest={isRequest} />
          </Fold>
        ) : null}
        {examples.map((example, index) => (
          <Sample
            key={example.title}
            title={title}
            mediaType={mediaType}
            example={example}
            open={open && index === 0}
          />
        ))}
      </div>
    </div>
  );
}

/** Of several media types, in the order of the description, which is alphabetical. */
const samplesOf = (bodies: readonly Body[]) =>
  bodies
    .flatMap(({ mediaType, examples }) => examples.map((example) => ({ mediaType, example })))
    .toSorted((one, other) => one.example.title.localeCompare(other.example.title));

interface SampleProps {
  title: string;
  mediaType: string;
  example: Body['examples'][number];
  open: boolean;
}

function Sample({ title, mediaType, example, open }: SampleProps) {
  return (
    <Fold look="part" title={example.title === 'example' ? 'Example' : example.title} open={open}>
      <CodeBlock label={`${title}, ${mediaType}: ${example.title}`} code={example.text} />
    </Fold>
  );
}
