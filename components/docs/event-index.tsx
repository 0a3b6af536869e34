import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';

interface EventIndexProps {
  groups: readonly {
    title: string;
    scope: string;
    events: readonly { type: string; when: string; reserved: boolean }[];
  }[];
}

export function EventIndex({ groups }: EventIndexProps) {
  return groups.map(({ title, scope, events }) => (
    <section key={title} className="mb-8">
      <SectionHeading title={title} />
      <p className="mb-2 text-ink-2">
        Requires <code>{scope}</code>.
      </p>
      <DataTable caption={title} columns={['Event', 'When']}>
        {events.map(({ type, when, reserved }) => (
          <Row key={type}>
            <RowHead className="sm:w-88">
              <TextLink href={`/docs/events/${type}`}>
                <code>{type}</code>
              </TextLink>
            </RowHead>
            <Cell label="When">
              {when}
              {reserved ? <span className="text-ink-2"> (not sent by this version)</span> : null}
            </Cell>
          </Row>
        ))}
      </DataTable>
    </section>
  ));
}
