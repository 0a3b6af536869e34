/** The columns of a catalog file. */
import { IMPORT_TEMPLATE } from './import-template';
import { IMPORT_COLUMNS, QUESTION_COLUMNS } from '@/server/domain/catalog/rules';

export function ImportColumns() {
  const columns = Object.entries({ ...IMPORT_COLUMNS, ...QUESTION_COLUMNS });
  return (
    <>
      <p className="mb-1">
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(IMPORT_TEMPLATE)}`}
          download="test-catalog.csv"
          className="target inline-flex min-h-10 items-center font-semibold"
        >
          Download template (CSV)
        </a>
        <span className="ml-2 text-ink-2">With two example rows to replace.</span>
      </p>
      <details className="mb-6 max-w-3xl">
        <summary className="target flex min-h-10 items-center font-semibold text-accent underline">
          File columns
        </summary>
        <p className="mt-2">
          The first line names the columns, in any order. Columns you leave out keep their values. An empty
          cell clears the value. Separators are commas, semicolons or tabs.
        </p>
        <dl className="mt-3 border-t border-line">
          {columns.map(([name, meaning]) => (
            <div key={name} className="grid gap-x-4 border-b border-line py-1.5 sm:grid-cols-[14rem_1fr]">
              <dt>
                <code className="font-mono">{name}</code>
              </dt>
              <dd>{meaning.replaceAll('`', '')}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3">Further questions are numbered from question_2 to question_10.</p>
      </details>
    </>
  );
}
