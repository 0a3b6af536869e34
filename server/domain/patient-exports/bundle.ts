import type { Context } from '../../shared/context';
import { newId, readId } from '../../shared/ids';
import { presentDocument } from '../documents/present';
import { accessResource, reviewResource } from '../fhir/chart-history';
import { diagnosticReport } from '../fhir/diagnostic-report';
import { documentReference } from '../fhir/document-reference';
import { fhirJson } from '../fhir/json';
import { lineResource, panelResource } from '../fhir/observation';
import { patientResource } from '../fhir/patient';
import { uuidOf, type Links, type Resource } from '../fhir/resource';
import { serviceRequest } from '../fhir/service-request';
import { presentPatient } from '../patients/present';
import type { ExportedFile } from './files';
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
    yield `${isFirst ? '' : ',\n'}${fhirJson(entry)}`;
    isFirst = false;
  }
  yield '\n]}\n';
}

function linksWithin(ctx: Context, chart: Chart, files: readonly ExportedFile[]): Links {
  const byDocument = new Map(files.map((file) => [file.document.id, file]));
  return {
    to: (_type, id) => ({ reference: `urn:uuid:${id}` }),
    panelId: (_report, panelId) => uuidOf('panel', panelId),
    organization: { display: chart.organization.name },
    orgId: ctx.actor.orgId,
    practitioner: () => null,
    attachment(id) {
      const file = byDocument.get(id);
      return file ? attachment(file) : null;
    },
  };
}

const attachment = ({ document, path, isIncluded }: ExportedFile): Record<string, unknown> => ({
  contentType: document.contentType,
  url: isIncluded ? path.split('/').map(encodeURIComponent).join('/') : null,
  size: document.size,
  title: document.title,
  creation: document.documentDate,
});

async function* resourcesOf(
  ctx: Context,
  chart: Chart,
  files: readonly ExportedFile[],
  at: Date,
): AsyncGenerator<Resource> {
  const { patient, merged } = chart;
  const links = linksWithin(ctx, chart, files);
  yield patientResource(presentPatient(patient), links);
  // The chain of merges may contain records that the bundle does not: each names the survivor.
  for (const record of merged)
    yield patientResource(presentPatient({ ...record, mergedIntoId: patient.id }), links);
  const orders = new Set<string>();
  for await (const { order, questions } of readOrders(ctx, chart)) {
    orders.add(readId('lab_order', order.id)!);
    for (const item of order.items) yield serviceRequest(order, item, links, questions);
  }
  for await (const { current, earlier, reviews } of readReports(ctx, chart)) {
    for (const result of [current, ...earlier.map((version) => version.result)]) {
      yield diagnosticReport(result, links, (id) => orders.has(uuidOf('lab_order', id)));
      for (const panel of result.panels) {
        const lines = panel.observations.map(({ id }) => id);
        yield panelResource(result, panel, lines, links);
        for (const line of panel.observations) yield lineResource(result, line, links);
      }
    }
    for (const review of reviews) yield reviewResource(current.id, review, links);
  }
  for (const { document } of files) yield documentReference(presentDocument(document), links);
  for await (const entry of readAccess(ctx, chart, at)) yield accessResource(entry, patient.id, links);
}
