/** The message by segment and field, with HL7 names. Empty fields are left out. */
import type {
  InboundMessageDetail,
  MessageField,
  MessageSegment,
} from '@/server/domain/inbound-messages/contract';
import { count } from '../../format/numbers';
import { Icon } from '../../ui/icons';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { visibleText } from './visible-text';

type Warnings = InboundMessageDetail['warnings'];

/** `OBX[3]-5` as the name of an element. */
export const anchorOf = (place: string): string => `at-${place.replace(/\W+/g, '-')}`;

/** The place of a warning in the tree; null if the segment is missing. */
export function shownPlace(place: string | null, segments: readonly MessageSegment[]): string | null {
  if (place === null) return null;
  const segment = segments.find((one) => one.place === place.replace(/-\d+$/, ''));
  const field = segment?.fields.find((one) => one.place === place);
  return field?.place ?? segment?.place ?? null;
}

export function SegmentTree({
  segments,
  warnings,
}: {
  segments: readonly MessageSegment[];
  warnings: Warnings;
}) {
  const ofSegment = (segment: MessageSegment) =>
    warnings.filter(({ place }) => place?.replace(/-\d+$/, '') === segment.place);
  return segments.map((segment) => {
    const own = ofSegment(segment);
    return (
      <details
        key={segment.place}
        id={anchorOf(segment.place)}
        open={own.length > 0}
        className="fold border-t border-line"
      >
        <summary className="target flex min-h-10 flex-wrap items-center gap-x-3 font-semibold">
          <Icon name="chevron" className="fold-mark size-3.5 shrink-0 text-accent" />
          <code className="font-mono">{segment.place}</code>
          {segment.title}
          <span className="text-sm font-normal text-ink-2">{count(segment.fields.length, 'field')}</span>
          {own.length > 0 ? (
            <span className="inline-flex items-center gap-1.5 text-sm text-abnormal">
              <Icon name="problem" />
              {count(own.length, 'warning')}
            </span>
          ) : null}
        </summary>
        <div className="mb-4">
          <DataTable caption={`Fields of ${segment.place}`} columns={['Field', 'Name', 'Value']}>
            {segment.fields.map((field) => (
              <FieldRow
                key={field.number}
                name={`${segment.name}-${field.number}`}
                field={field}
                warnings={own.filter(({ place }) => place === field.place)}
              />
            ))}
          </DataTable>
        </div>
      </details>
    );
  });
}

function FieldRow({ name, field, warnings }: { name: string; field: MessageField; warnings: Warnings }) {
  return (
    <Row>
      <RowHead id={anchorOf(field.place)} className="whitespace-nowrap md:w-28">
        <code className="font-mono">{name}</code>
      </RowHead>
      <Cell label="Name" className="md:w-72">
        {field.title ?? <span className="text-ink-2">Unknown</span>}
      </Cell>
      <Cell label="Value" className="wrap-anywhere">
        <ul>
          {field.parts.map(({ at, text }, nth) => (
            <li key={nth}>
              {at ? <code className="mr-2 font-mono text-sm text-ink-2">{at}</code> : null}
              <code className="font-mono whitespace-pre-wrap">{visibleText(text)}</code>
            </li>
          ))}
        </ul>
        {field.left_out > 0 ? (
          <p className="text-sm text-ink-2">{count(field.left_out, 'more character')} not shown.</p>
        ) : null}
        {warnings.map(({ code, text }) => (
          <p key={code + text} className="text-sm font-semibold text-abnormal">
            {text}
          </p>
        ))}
      </Cell>
    </Row>
  );
}
