'use client';
/** What the import of a file would change, or why it cannot be imported. */
import { useEffect, useRef } from 'react';
import type { CatalogImportPreview } from '@/server/domain/catalog/import-contract';
import { IMPORT_FIELDS } from '@/server/domain/catalog/rules';
import { count } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { Notice } from '../../ui/notice';
import { plannedCounts } from './import-words';

export function ImportPreview({ preview }: { preview: CatalogImportPreview }) {
  const { counts } = preview;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [preview]);
  const hasChanges = counts.added + counts.changed + counts.deactivated > 0;
  return (
    <section aria-labelledby="preview" className="space-y-5">
      <h2 id="preview" ref={heading} tabIndex={-1} className="text-section font-semibold">
        {counts.errors > 0 ? `${count(counts.errors, 'error')} in the file` : 'Changes'}
      </h2>
      {counts.errors > 0 ? (
        <>
          <p>Nothing was imported. Correct the file and check it again.</p>
          <DataTable caption="Errors" columns={['Line', 'Column', 'Error']}>
            {preview.errors.map(({ line, column, message }, index) => (
              <Row key={index}>
                <RowHead>{line}</RowHead>
                <Cell label="Column">{column ? <code className="font-mono">{column}</code> : 'All'}</Cell>
                <Cell label="Error">
                  <bdi>{message}</bdi>
                </Cell>
              </Row>
            ))}
          </DataTable>
          <More shown={preview.errors.length} of={counts.errors} />
        </>
      ) : (
        <p>
          {hasChanges ? `${plannedCounts(counts)}.` : 'The file changes nothing.'}
          {counts.unchanged > 0 ? ` ${count(counts.unchanged, 'test')} unchanged.` : ''}
        </p>
      )}
      {preview.ignored_columns.length > 0 ? (
        <Notice>
          These columns are not read:{' '}
          <code className="font-mono wrap-anywhere">{preview.ignored_columns.join(', ')}</code>
        </Notice>
      ) : null}
      {counts.errors > 0 ? null : <Changes preview={preview} />}
    </section>
  );
}

function Changes({ preview: { added, changed, deactivated, counts } }: { preview: CatalogImportPreview }) {
  return (
    <>
      {changed.length > 0 ? (
        <div>
          <h3 className="font-semibold">Tests to change</h3>
          <DataTable caption="Tests to change" columns={['Test', 'Code', 'Changes']}>
            {changed.map(({ code, name, changes }) => (
              <Row key={code}>
                <RowHead>
                  <bdi>{name}</bdi>
                </RowHead>
                <Cell label="Code">{code}</Cell>
                <Cell label="Changes" className="wrap-anywhere">
                  {changes.map(({ field, from, to }) => (
                    <span key={field} className="block">
                      {IMPORT_FIELDS[field]}: <bdi>{from ?? 'none'}</bdi>
                      <span aria-hidden> → </span>
                      <span className="sr-only"> changes to </span>
                      <bdi className="font-semibold">{to ?? 'none'}</bdi>
                    </span>
                  ))}
                </Cell>
              </Row>
            ))}
          </DataTable>
        </div>
      ) : null}
      <More shown={changed.length} of={counts.changed} />
      <Tests caption="Tests to add" tests={added} all={counts.added} />
      <Tests caption="Tests to deactivate" tests={deactivated} all={counts.deactivated} />
    </>
  );
}

interface TestsProps {
  caption: string;
  tests: readonly { code: string; name: string }[];
  all: number;
}

function Tests({ caption, tests, all }: TestsProps) {
  if (tests.length === 0) return null;
  return (
    <>
      <h3 className="mb-0 font-semibold">{caption}</h3>
      <DataTable caption={caption} columns={['Test', 'Code']}>
        {tests.map(({ code, name }) => (
          <Row key={code}>
            <RowHead>
              <bdi>{name}</bdi>
            </RowHead>
            <Cell label="Code">{code}</Cell>
          </Row>
        ))}
      </DataTable>
      <More shown={tests.length} of={all} />
    </>
  );
}

const More = ({ shown, of }: { shown: number; of: number }) =>
  of > shown ? <p className="text-ink-2">And {(of - shown).toLocaleString('en')} more.</p> : null;
