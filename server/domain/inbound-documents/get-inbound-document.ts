import type { NormalDocument } from '../../hl7v2/read-mdm';
import { sniff } from '../../hl7v2/sniff';
import { perform, type Operation } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { assertChartsOpen } from '../../shared/restricted-charts';
import { showId, showIdOrNull } from '../../shared/ids';
import { isCutPdf } from '../documents/pdf-end';
import { SHOWN_IMAGES } from '../documents/rules';
import { comparePatients, findCandidates, type Compared } from '../inbound-reports/candidates';
import { createdFrom } from '../inbound-reports/filing/created-patient';
import { patientFacts } from '../inbound-reports/filing/patient-facts';
import { patientsInSight } from '../inbound-reports/filing/proposals';
import { personMatches } from '../inbound-reports/person-matches';
import { addressTexts, sentAddress } from '../inbound-reports/sent-address';
import { findInboundDocument, mayOpen, presentDecision, presentInboundDocument, READ } from './access';
import type { GetInboundDocumentInput, InboundDocumentDetail } from './contract';
import { authorOf, dateOf } from './describe';
import { mrnIfCreated, NO_MRN } from './mrn-if-created';
import { acceptedType } from './open-inbound-file';
import { filesOf, readInboundMdm } from './read-document';
import { MOST_SHOWN } from './rules';
import { isFiledWith, sameDocument } from './same-document';
import { nameAsSent } from '../patients/present';

const READ_ONE: Operation<InboundDocumentDetail> = {
  action: 'get_inbound_document',
  kind: 'read',
  ...READ,
  restrictedCharts: 'initials',
};

/**
 * A document of a message next to the patients it may belong to. All of them count as accessed.
 * @throws DomainError `not_found`
 */
export function getInboundDocument(
  ctx: Context,
  input: GetInboundDocumentInput,
): Promise<InboundDocumentDetail> {
  return perform(ctx, READ_ONE, async (tx) => {
    const found = await findInboundDocument(tx, ctx, input.id);
    const { row } = found;
    const { mdm, connection } = await readInboundMdm(tx, ctx, row.messageId);
    const document = mdm.documents[row.position]!;
    const { patient } = document;
    const facts = patientFacts(patient, connection.mrnAuthority);
    const created = await createdFrom(tx, ctx, row.why, { patient, facts });
    const compared = { patient, facts, tests: [], created };
    const { candidate } = row.why;
    const named = typeof candidate === 'string' ? candidate : null;
    const mayFile = mayOpen(row) && row.state !== 'dismissed';
    const suggested = mayFile ? await findCandidates(tx, ctx, compared, named) : NO_ONE;
    const kept = mayFile ? await mrnIfCreated(tx, ctx, connection, compared) : NO_MRN;
    const others = mayFile ? await comparePatients(tx, ctx, compared, input.with) : NO_ONE;
    const chart = row.patientId && (await patientsInSight(tx, ctx, [row.patientId])).get(row.patientId);
    const charts = [row.patientId ?? [], chart ? chart.id : []].flat();
    // The document is that of the patient whom its number names; other possible matches are other people until one is chosen.
    await assertChartsOpen(tx, ctx, mayFile && named !== null ? [named, ...charts] : charts);
    const textAt = document.parts.findIndex((part) => part.kind === 'text');
    const text = textOf(document.parts[textAt]);
    const isCut = text.length > MOST_SHOWN;
    return {
      output: {
        ...presentInboundDocument(found, (await personMatches(tx, ctx, [found])).get(row.id)),
        chart: chart
          ? {
              id: showId('patient', chart.id),
              family: chart.name.family,
              given: chart.name.given.join(' '),
            }
          : null,
        document_id: showIdOrNull('document', row.documentId),
        decided: presentDecision(row, await namesOfPeople(tx, ctx, [row.decidedBy])),
        sent: {
          names: patient.names.map(nameAsSent),
          birth_date_unread: patient.birth_date_unread ?? null,
          identifiers: [...patient.identifiers, ...patient.other_identifiers],
          addresses: addressTexts(patient),
          address: sentAddress(patient),
          contacts: patient.contacts,
          author: authorOf(document),
          document_date: dateOf(document),
          parent: document.parent?.number ?? null,
          placer_number: document.placer_number,
          text: text.length === 0 ? null : text.slice(0, MOST_SHOWN).join(''),
          whole_text: isCut ? textAt : null,
          files: await describeFiles(document, mayOpen(row)),
          unread_files: document.unread,
        },
        same_document: (await sameDocument(tx, ctx, row)).map((other) => ({
          id: showId('inbound_document', other.row.id),
          event: other.row.event,
          received_at: other.receivedAt.toISOString(),
          filed_too: isFiledWith(other.row, row),
        })),
        may_file: mayFile,
        may_open: mayOpen(row),
        mrn_if_created: kept.mrn ?? kept.linked[0]?.value ?? null,
        becomes_mrn: kept.mrn !== null,
        candidates: suggested.shown,
        others: others.shown,
        restricted: [...new Set([...suggested.restricted, ...others.restricted])],
      },
      audit: {
        objectKind: 'inbound_document',
        objectId: row.id,
        patientIds: [...new Set([...suggested.patientIds, ...others.patientIds, ...charts])],
      },
    };
  });
}

const NO_ONE: Compared = { shown: [], restricted: [], patientIds: [] };

/** In characters, so that none is cut. */
const textOf = (part: NormalDocument['parts'][number] | undefined): string[] =>
  part?.kind === 'text' ? [...part.text] : [];

/** Detected without staging the file. */
const EVIDENT: ReadonlySet<string | null> = new Set(['application/pdf', ...SHOWN_IMAGES]);

async function describeFiles(
  document: NormalDocument,
  isOpenable: boolean,
): Promise<InboundDocumentDetail['sent']['files']> {
  const described: InboundDocumentDetail['sent']['files'] = [];
  for (const [part, file] of filesOf(document).entries()) {
    const sent = document.parts[part]!;
    if (sent.kind !== 'file') continue;
    const sniffed = sniff(sent.bytes);
    const isEvident = EVIDENT.has(sniffed);
    const accepted = isOpenable && !isEvident ? await acceptedType(file) : null;
    described.push({
      part,
      name: sent.name,
      type: accepted?.split(';')[0] ?? sniffed ?? sent.stated_type,
      may_open: isOpenable && (isEvident || accepted !== null),
      lacks_end: sniffed === 'application/pdf' && isCutPdf(sent.bytes),
      size: sent.bytes.length,
    });
  }
  return described;
}
