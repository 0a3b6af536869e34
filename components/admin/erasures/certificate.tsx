import { useFormat } from '#format';
import type { Erasure } from '@/server/domain/erasures/contract';
import { COUNTED, GROUND_WORDS, type Counted } from '@/server/domain/erasures/rules';
import { count, formatBytes } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { Fact } from '../../ui/facts';
import { Notice } from '../../ui/notice';
import { SectionHeading } from '../../ui/page-heading';
import { erasedBy } from './erased-by';

export function Certificate({ erasure }: { erasure: Erasure }) {
  const format = useFormat();
  const counted = (Object.keys(COUNTED) as Counted[]).filter((kind) => (erasure.counts[kind] ?? 0) > 0);
  const { files } = erasure;
  return (
    <div className="max-w-3xl space-y-8">
      {erasure.files_removed_at ? null : (
        <Notice kind="problem" word="Files not removed yet">
          The document store could not be written. The service retries every hour. If the problem persists,
          contact the system operator.
        </Notice>
      )}
      <dl className="border-t-2 border-ink *:grid *:items-baseline *:gap-x-4 *:border-b *:border-line *:py-1.5 sm:*:grid-cols-[16rem_1fr]">
        <Fact label="Certificate">
          <code className="font-mono text-sm">{erasure.id}</code>
        </Fact>
        <Fact label="Patient (pseudonym)">
          <code className="font-mono text-sm">{erasure.record_ids.join(', ')}</code>
        </Fact>
        <Fact label="Erased">{format.instant(erasure.erased_at)}</Fact>
        <Fact label="Erased by">
          <bdi>{erasedBy(erasure)}</bdi>
        </Fact>
        <Fact label="Legal basis">{GROUND_WORDS[erasure.ground]}</Fact>
        {erasure.reference ? <Fact label="Reference">{erasure.reference}</Fact> : null}
        <Fact label="Reason">{erasure.reason}</Fact>
        <Fact label="Last activity in the chart">{format.instant(erasure.last_activity_at)}</Fact>
        <Fact label="Retention period">{count(erasure.retention_years, 'year')}</Fact>
        {erasure.files_removed_at ? (
          <Fact label="Files removed">{format.instant(erasure.files_removed_at)}</Fact>
        ) : null}
      </dl>
      <section aria-labelledby="records">
        <SectionHeading id="records" title="Erased records" />
        <DataTable caption="Erased records" columns={['Records', 'Number']}>
          {counted.map((kind) => (
            <Row key={kind}>
              <RowHead>{COUNTED[kind]}</RowHead>
              <Cell label="Number">{erasure.counts[kind]}</Cell>
            </Row>
          ))}
        </DataTable>
      </section>
      <section aria-labelledby="files">
        <SectionHeading id="files" title="Erased files" />
        {files.length === 0 ? (
          <p>No files.</p>
        ) : (
          <ul className="border-t-2 border-ink">
            {files.map(({ sha256, size }, at) => (
              <li key={`${sha256} ${at}`} className="border-b border-line py-2 text-sm wrap-anywhere">
                SHA-256 {sha256}, {formatBytes(size)}
              </li>
            ))}
          </ul>
        )}
      </section>
      <p className="max-w-prose text-ink-2">
        Audit entries are kept with the pseudonym instead of the patient’s data. Backups contain the data
        until they expire.
      </p>
    </div>
  );
}
