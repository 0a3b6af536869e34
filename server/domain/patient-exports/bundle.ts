import type { Context } from '../../shared/context';
import { newId, readId, showId } from '../../shared/ids';
import type { ExportedFile } from './files';
import { documentResource, orderResources, patientResource, reportResources, type Resource } from './fhir';
import { accessResource, reviewResource } from './fhir-history';
import { readAccess, readOrders, readReports, type Chart } from './read-chart';

/**
 * The chart as a FHIR R4 bundle. Versions of a report have the same `fullUrl` and different `meta.versionId`, as rule
 * bdl-7 requires.
 */
export async function* bundleOf(
  ctx: Context,
  chart: Chart,
  files: readonly ExportedFile[],
  at: Date,
): AsyncGenerator<string> {
  const head = {
    resourceType: 'Bundle',
    id: newId(),
    type: 'collection',
    timestamp: at.toISOString(),
  };
  yield JSON.stringify(head).slice(0, -1);
  yield ',"entry":[\n';
  let isFirst = true;
  for await (const resource of resourcesOf(ctx, chart, files, at)) {
    const entry = { fullUrl: `urn:uuid:${resource.id}`, resource };
    yield `${isFirst ? '' : ',\n'}${JSON.stringify(entry)}`;
    isFirst = false;
  }
  yield '\n]}\n';
}

async function* resourcesOf(
  ctx: Context,
  chart: Chart,
  files: readonly ExportedFile[],
  at: Date,
): AsyncGenerator<Resource> {
  const { patient, merged, organization } = chart;
  yield patientResource(patient, organization.name);
  for (const record of merged) yield patientResource(record, organization.name, patient.id);
  const orders = new Set<string>();
  for await (const order of readOrders(ctx, chart)) {
    orders.add(readId('lab_order', order.id)!);
    yield* orderResources(order, patient.id);
  }
  const byDocument = new Map(files.map((file) => [showId('document', file.document.id), file]));
  for await (const { current, earlier, reviews } of readReports(ctx, chart)) {
    for (const result of [current, ...earlier.map((version) => version.result)])
      yield* reportResources(result, { patient: patient.id, orders, files: byDocument });
    for (const review of reviews) yield reviewResource(current.id, review);
  }
  for (const file of files) yield documentResource(file, patient.id);
  for await (const entry of readAccess(ctx, chart, at))
    yield accessResource(entry, patient.id, organization.name);
}
