/** The fields of a body. Those of an object or of the entries of a list open below it. */
import { Fragment } from 'react';
import { Icon } from '../ui/icons';
import { OpenFields } from './open-fields';
import { Prose } from './prose';
import type { Field } from './reference';

interface FieldListProps {
  /** Start of the ID of each field: `response-200` becomes `response-200.data.name`. */
  id: string;
  label: string;
  fields: readonly Field[];
  /** In responses, the few fields that are not always present are marked. */
  isRequest: boolean;
}

export function FieldList({ id, label, fields, isRequest }: FieldListProps) {
  return (
    <>
      {fields.some(({ level }) => level > 0) ? <OpenFields /> : null}
      <Level id={id} label={label} fields={fields} isRequest={isRequest} level={0} />
    </>
  );
}

function Level({ id, label, fields, isRequest, level }: FieldListProps & { level: number }) {
  return (
    <ul aria-label={label} className={level > 0 ? 'border-l border-line pl-4' : ''}>
      {grouped(fields, level).map(([field, ...inner], index) => (
        <li
          key={index}
          id={`${id}.${field.name.replaceAll('[]', '')}`}
          className="scroll-mt-4 border-t border-line py-2 first:border-t-0 target:bg-range"
        >
          <p className="flex flex-wrap items-baseline gap-x-3">
            <code className="min-w-0 font-semibold">
              <Breakable name={field.key} />
            </code>
            <span className="text-sm text-ink-2">{field.type}</span>
            {field.required === isRequest ? (
              <span className="text-sm text-ink-2">{isRequest ? 'required' : 'not always present'}</span>
            ) : null}
          </p>
          {field.description ? (
            <p className="max-w-prose">
              <Prose text={field.description} />
            </p>
          ) : null}
          {inner.length > 0 ? (
            <details className="fold">
              <summary className="target flex min-h-9 items-center gap-x-3 pointer-coarse:min-h-11">
                <Icon name="chevron" className="fold-mark size-3.5 shrink-0 text-accent" />
                <span className="font-semibold">Fields of {field.key}</span>
                <span className="text-ink-2">{inner.filter(({ level: at }) => at === level + 1).length}</span>
              </summary>
              <Level id={id} label={field.name} fields={inner} isRequest={isRequest} level={level + 1} />
            </details>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Each field of the level with the nested ones, which follow it. */
function grouped(fields: readonly Field[], level: number): [Field, ...Field[]][] {
  const groups: [Field, ...Field[]][] = [];
  for (const field of fields)
    if (field.level === level) groups.push([field]);
    else groups.at(-1)!.push(field);
  return groups;
}

/** A long name wraps after an underscore. */
function Breakable({ name }: { name: string }) {
  return name.split(/(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
