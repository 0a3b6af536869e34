/** One event: trigger, handling, access and payload. */
import type { ReactNode } from 'react';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';
import { CodeBlock } from './code-block';
import { Prose } from './prose';

interface EventExplainedProps {
  type: string;
  action: string;
  reserved: boolean;
  scope: string;
  kind: string;
  /** Path of the object with `{id}`; null if `/v1` does not offer it. */
  path: string | null;
  patient: boolean;
  /** Null if the field is always null. */
  statuses: readonly string[] | null;
  sample: object;
}

export function EventExplained(event: EventExplainedProps) {
  const { type, reserved, scope, kind, path, patient, statuses } = event;
  return (
    <>
      <dl className="mb-6 grid gap-x-6 gap-y-1 border-t border-line pt-1 sm:grid-cols-[9rem_1fr] sm:gap-y-4 sm:pt-4">
        {reserved ? (
          <Line term="Not sent yet">
            Reserved: this version does not send it. A webhook may already subscribe to it.
          </Line>
        ) : null}
        <Line term="What to do">
          <Prose text={event.action} />
        </Line>
        <Line term="Object">
          A <code>{kind}</code>
          {path ? (
            <>
              . Fetch it with <code>GET {path}</code> and the scope <code>{scope}</code>.
            </>
          ) : (
            <>. It is not available in the API.</>
          )}
        </Line>
        <Line term="Recipients">
          Webhooks that subscribe to <code>{type}</code>, <code>{type.split('.')[0]}.*</code> or{' '}
          <code>*</code>, if their creator had <code>{scope}</code>. Credentials with this scope also see it
          in <code>GET /v1/events</code>.
        </Line>
        <Line term="Order">
          <code>sequence</code> counts the events of one object from 1 without gaps. Deliveries can be
          duplicated or out of order: keep the highest <code>sequence</code> of each object and ignore lower
          ones. If a number is missing, fetch it from the events feed.
        </Line>
      </dl>
      <SectionHeading title="Payload" />
      <p className="mb-2 text-ink-2">
        IDs, type and time only: no names, values or birth dates. <code>changed_fields</code> lists the
        changed fields, and <code>previous</code> holds the previous status if it changed.
      </p>
      <dl className="mb-4 grid gap-x-6 gap-y-1 sm:grid-cols-[16rem_1fr] sm:gap-y-2">
        <Field name="data.object.object">
          always <code>{kind}</code>
        </Field>
        <Field name="data.object.status">
          {statuses
            ? statuses.map((status, index) => (
                <span key={status}>
                  {index > 0 ? ', ' : ''}
                  <code>{status}</code>
                </span>
              ))
            : 'always null'}
        </Field>
        <Field name="data.object.href">{path ? <code>{path}</code> : 'always null'}</Field>
        <Field name="data.object.patient_id">{patient ? 'ID of the patient' : 'always null'}</Field>
        {type === 'lab_result.critical' ? (
          <Field name="data.object.severity">
            always <code>critical</code>
          </Field>
        ) : null}
      </dl>
      <CodeBlock label={`Sample of ${type}`} code={JSON.stringify(event.sample, null, 2)} />
      <p>
        <TextLink href="/docs/events">All events</TextLink>
      </p>
    </>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="mt-3 font-semibold sm:mt-0">{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="mt-2 sm:mt-0">
        <code>{name}</code>
      </dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
