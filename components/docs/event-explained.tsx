/** One event: when it is sent, what to do with it, who may read its object, how it looks. */
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
  /** Path of the object with `{id}`; null when `/v1` does not show it. */
  path: string | null;
  patient: boolean;
  /** Null when it always is null. */
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
            Part of the contract, and not sent by this version. A webhook may already name it.
          </Line>
        ) : null}
        <Line term="What to do">
          <Prose text={event.action} />
        </Line>
        <Line term="Its object">
          A <code>{kind}</code>
          {path ? (
            <>
              , read with <code>GET {path}</code> and the scope <code>{scope}</code>. Another organization,
              and a credential without this scope, learn nothing.
            </>
          ) : (
            <>, which the interface does not show: there is nothing to fetch.</>
          )}
        </Line>
        <Line term="Who is sent it">
          Webhooks that name <code>{type}</code>, <code>{type.split('.')[0]}.*</code> or <code>*</code>, when
          their creator held <code>{scope}</code>. The same event is in <code>GET /v1/events</code> for
          credentials with this scope.
        </Line>
        <Line term="Order">
          <code>sequence</code> counts the events of one object from 1 without gaps. Deliveries may come twice
          and in another order: keep the highest <code>sequence</code> of each object, drop what is not above
          it, and ask the feed for what lies between when a number is missing.
        </Line>
      </dl>
      <SectionHeading title="Payload" />
      <p className="mb-2 text-ink-2">
        Ids, type and time: no names, no values, no dates of birth. <code>changed_fields</code> names fields
        of the object, and <code>previous</code> holds its status before, when that changed.
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
        <Field name="data.object.patient_id">{patient ? 'whose it is' : 'always null'}</Field>
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
