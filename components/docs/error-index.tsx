import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';
import { Prose } from './prose';

interface ErrorIndexProps {
  codes: readonly { code: string; title: string; status: number; meaning: string }[];
  fieldCodes: readonly (readonly [string, string])[];
}

export function ErrorIndex({ codes, fieldCodes }: ErrorIndexProps) {
  return (
    <>
      <DataTable caption="Codes by HTTP status" columns={['Code', 'Status', 'Meaning']}>
        {codes.map(({ code, status, meaning }) => (
          <Row key={code}>
            <RowHead>
              <TextLink href={`/docs/errors/${code}`}>
                <code>{code}</code>
              </TextLink>
            </RowHead>
            <Cell label="Status">{status}</Cell>
            <Cell label="Meaning">
              <Prose text={meaning} />
            </Cell>
          </Row>
        ))}
      </DataTable>
      <section aria-labelledby="fields" className="mt-8">
        <SectionHeading id="fields" title="Field error codes" />
        <p className="mb-2 text-ink-2">
          Each entry of <code>errors</code> has one of these codes and a JSON pointer, parameter or header.
        </p>
        <DataTable caption="Field error codes" columns={['Code', 'Meaning']}>
          {fieldCodes.map(([code, meaning]) => (
            <Row key={code}>
              <RowHead>
                <code>{code}</code>
              </RowHead>
              <Cell label="Meaning">{meaning}</Cell>
            </Row>
          ))}
        </DataTable>
      </section>
    </>
  );
}
