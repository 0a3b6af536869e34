import { Readable } from 'node:stream';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { findPatient } from '../patients/access';
import { bundleOf } from './bundle';
import { fileEntries, filesOf } from './files';
import { indexPage } from './index-page';
import { EXPORT } from './operation';
import { assertSameChart, readChart, type Chart } from './read-chart';
import { zipStream, type ZipEntry } from './zip';

export interface PatientExport {
  fileName: string;
  /** A ZIP file. A failure destroys it; the consumer must destroy it when it stops reading. */
  stream: Readable;
  counts: { results: number; orders: number; documents: number };
}

/** Each reads the database for as long as its consumer takes. */
const MOST_AT_ONCE = 4;
let running = 0;

/**
 * Everything about one patient and the records merged into it as a ZIP file: a page to read, a FHIR R4 bundle, and the
 * files of the documents.
 * @throws DomainError `not_found`, `unavailable` (too many exports are running)
 */
export async function exportPatient(ctx: Context, input: { id: string }): Promise<PatientExport> {
  if (running >= MOST_AT_ONCE)
    throw new DomainError('unavailable', 'Several exports are running. Try again in a minute.', {
      retry_after: 60,
    });
  running++;
  try {
    const chart = await perform(
      ctx,
      { action: 'export_patient', kind: 'download', ...EXPORT },
      async (tx) => {
        const patient = await findPatient(tx, ctx, input.id);
        const output = await readChart(tx, ctx, patient);
        return {
          output,
          audit: {
            objectKind: 'patient',
            objectId: patient.id,
            patientIds: [patient.id, ...patient.mergedFrom],
            detail: { ...output.counts, documents: output.documents.length },
          },
        };
      },
    );
    const stream = zipStream(entriesOf(ctx, chart));
    stream.once('close', () => running--);
    const { results, orders } = chart.counts;
    return {
      fileName: `patient-${chart.patient.mrn.replace(/[^\w-]+/g, '_')}.zip`,
      stream,
      counts: { results, orders, documents: chart.documents.length },
    };
  } catch (error) {
    running--;
    throw error;
  }
}

const README = `Unzip the whole folder. Then open index.html in a web browser.

index.html   The medical record, to read and print
bundle.json  The same data for other health systems (FHIR R4)
files        The original documents and lab reports, if there are any
`;

/** The index is after the files, because it names the files that are missing. */
async function* entriesOf(ctx: Context, chart: Chart): AsyncGenerator<ZipEntry> {
  const at = new Date();
  const files = filesOf(chart.documents);
  yield* fileEntries(ctx, files);
  yield { path: 'bundle.json', modifiedAt: at, content: bundleOf(ctx, chart, files, at) };
  yield { path: 'index.html', modifiedAt: at, content: indexPage(ctx, chart, files, at) };
  yield { path: 'README.txt', modifiedAt: at, content: Readable.from([README]) };
  await assertSameChart(ctx, chart);
}
