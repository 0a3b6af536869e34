import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';
import { CodeBlock } from './code-block';
import { Prose } from './prose';
import type { Body, Field, Operation } from './reference';

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
      {parameters.length > 0 ? (
        <section className="mb-8">
          <SectionHeading title="Parameters" />
          <DataTable caption="Parameters" columns={['Name', 'Type', 'Meaning', 'Example']}>
            {parameters.map((parameter) => (
              <Row key={parameter.name}>
                <RowHead className="wrap-anywhere lg:whitespace-nowrap">
                  <code>{parameter.name}</code>
                  <span className="block text-sm font-normal text-ink-2">
                    {parameter.place}
                    {parameter.required ? ', required' : ''}
                  </span>
                </RowHead>
                <Cell label="Type" className="wrap-anywhere">
                  {parameter.type}
                </Cell>
                <Cell label="Meaning">
                  <Prose text={parameter.description} />
                </Cell>
                <Cell label="Example" className="wrap-anywhere">
                  <code>{parameter.example}</code>
                </Cell>
              </Row>
            ))}
          </DataTable>
        </section>
      ) : null}
      {bodies.map((body) => (
        <BodyOf key={body.mediaType} title="Request body" body={body} />
      ))}
      {answers
        .filter(({ codes }) => codes.length === 0)
        .map(({ status, description: text, bodies: given }) => (
          <section key={status} className="mb-8">
            <SectionHeading title={`Response ${status}`} />
            <p className="mb-2">{text}</p>
            {given.map((body) => (
              <BodyOf key={body.mediaType} title={`Response ${status}`} body={body} nested />
            ))}
          </section>
        ))}
      <section className="mb-8">
        <SectionHeading title="Errors" />
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

function BodyOf({ title, body, nested = false }: { title: string; body: Body; nested?: boolean }) {
  return (
    <div className="mb-6">
      {nested ? null : <SectionHeading title={title} />}
      <p className="mb-2 text-ink-2">
        <code>{body.mediaType}</code>
      </p>
      {body.fields.length > 0 ? (
        <Fields
          caption={`${title}, ${body.mediaType}`}
          fields={body.fields}
          required={nested ? 'always present' : 'required'}
        />
      ) : null}
      {body.examples.map((example) => (
        <figure key={example.title} className="mt-4">
          <figcaption className="mb-1 text-sm text-ink-2">
            {example.title === 'example' ? 'Example' : example.title}
          </figcaption>
          <CodeBlock label={`${title}, ${body.mediaType}: ${example.title}`} code={example.text} />
        </figure>
      ))}
    </div>
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
