import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { Fold } from '../ui/fold';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';
import { CodeBlock } from './code-block';
import type { DocsPart } from './docs-frame';
import { Prose } from './prose';
import type { Body, Field, Operation } from './reference';
import { samplesOf as requestSamplesOf } from './samples';

const SAMPLE = 'sample-request';
const PARAMETERS = 'parameters';
const REQUEST = 'request-body';
const ERRORS = 'errors';
const responseId = (status: string): string => `response-${status}`;
/** Fields that need no fold. */
const SHORT = 8;

const successes = (answers: Operation['answers']) => answers.filter(({ codes }) => codes.length === 0);

/** The sections of the page of an operation. */
export function partsOf({ parameters, bodies, answers }: Operation): DocsPart[] {
  return [
    { id: SAMPLE, title: 'Sample request' },
    ...(parameters.length > 0 ? [{ id: PARAMETERS, title: 'Parameters' }] : []),
    ...(bodies.length > 0 ? [{ id: REQUEST, title: 'Request body' }] : []),
    ...successes(answers).map(({ status }) => ({ id: responseId(status), title: `Response ${status}` })),
    { id: ERRORS, title: 'Errors' },
  ];
}

export function OperationExplained({ operation }: { operation: Operation }) {
  const { answers, bodies, description, parameters, scopes } = operation;
  const errors = answers.filter(({ codes }) => codes.length > 0);
  return (
    <>
      {description.map((text) => (
        <p key={text} className="mb-3 max-w-prose">
          <Prose text={text} />
        </p>
      ))}
      <p className="mb-6">
        Scope:{' '}
        {scopes.map((scope, index) => (
          <span key={scope}>
            {index > 0 ? ' or ' : ''}
            <code>{scope}</code>
          </span>
        ))}
      </p>
      <SampleRequests operation={operation} />
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
            <BodyOf key={body.mediaType} title={`Response ${status}`} body={body} open />
          ))}
        </section>
      ))}
      <section className="mb-8">
        <SectionHeading id={ERRORS} title="Errors" />
        <DataTable caption="Errors" columns={['Status', 'Codes']}>
          {errors.map(({ status, codes }) => (
            <Row key={status}>
              <RowHead>{status}</RowHead>
              <Cell label="Codes">
                {codes.map((code) => (
                  <TextLink key={code} href={`/docs/errors/${code}`} className="mr-4 inline-block">
                    <code>{code}</code>
                  </TextLink>
                ))}
              </Cell>
            </Row>
          ))}
        </DataTable>
      </section>
      <p>
        <TextLink href="/docs/api">All operations</TextLink>
      </p>
    </>
  );
}

/** curl first; the calls of the clients are folded. */
function SampleRequests({ operation }: { operation: Operation }) {
  return (
    <section className="mb-8">
      <SectionHeading id={SAMPLE} title="Sample request" />
      <p className="mb-2 text-ink-2">
        Set <code>CLINICAL_URL</code> and <code>API_KEY</code> as in the{' '}
        <TextLink href="/docs/guides/quick-start">Quick start</TextLink>.
      </p>
      {requestSamplesOf(operation).map(({ title, curl, typescript, python }) => (
        <div key={title} className="mb-4">
          {title ? <p className="mb-1 font-semibold">{title}</p> : null}
          <CodeBlock label={labelOf('curl', title)} code={curl} />
          <Fold look="part" title="TypeScript">
            <ClientNote />
            <CodeBlock label={labelOf('TypeScript', title)} code={typescript} />
          </Fold>
          {python === null ? null : (
            <Fold look="part" title="Python">
              <ClientNote />
              <CodeBlock label={labelOf('Python', title)} code={python} />
            </Fold>
          )}
        </div>
      ))}
    </section>
  );
}

const labelOf = (language: string, title: string): string =>
  title ? `Sample request, ${language}: ${title}` : `Sample request, ${language}`;

const ClientNote = () => (
  <p className="mb-2 text-ink-2">
    <code>clinical</code> is the client of the{' '}
    <TextLink href="/docs/guides/client-libraries">client libraries</TextLink>.
  </p>
);

interface BodyOfProps {
  title: string;
  body: Body;
  /** Whether the first example is shown without a click. */
  open: boolean;
  isRequest?: boolean;
}

/** The examples first, because they say most; long lists of fields are folded. */
function BodyOf({ title, body, open, isRequest = false }: BodyOfProps) {
  const { mediaType, fields, examples } = body;
  return (
    <div className="mb-6">
      <p className="mb-2 text-ink-2">
        <code>{mediaType}</code>
      </p>
      <div>
        {fields.length > 0 ? (
          <Fold
            look="part"
            title="Fields"
            state={String(fields.length)}
            open={(open && isRequest) || fields.length <= SHORT}
          >
            <Fields
              caption={`${title}, ${mediaType}`}
              fields={fields}
              required={isRequest ? 'required' : 'always present'}
            />
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

/** Of several media types, in the order of the description: form A, B, C. */
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

interface FieldsProps {
  caption: string;
  fields: readonly Field[];
  /** The word for required fields: "required" in requests, "always present" in responses. */
  required: string;
}

function Fields({ caption, fields, required }: FieldsProps) {
  return (
    <DataTable caption={caption} columns={['Field', 'Type', 'Meaning']}>
      {fields.map((field, index) => (
        <Row key={index}>
          <RowHead className="font-normal wrap-anywhere lg:whitespace-nowrap">
            <code>{field.name}</code>
            {field.required ? <span className="block text-sm text-ink-2">{required}</span> : null}
          </RowHead>
          <Cell label="Type" className="wrap-anywhere">
            {field.type}
          </Cell>
          <Cell {...(field.description ? { label: 'Meaning' } : {})}>
            <Prose text={field.description} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
