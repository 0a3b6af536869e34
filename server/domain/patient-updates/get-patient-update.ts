import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { showId, showIdOrNull } from '../../shared/ids';
import { comparePatients, findCandidates } from '../inbound-reports/candidates';
import {
  candidateCharts,
  findUpdate,
  mayApply,
  mayMerge,
  presentUpdate,
  READ,
  type UpdateRow,
} from './access';
import type { GetPatientUpdateInput, PatientUpdateDetail } from './contract';
import { hasMrn, mrnIfCreated } from './feed-fields';
import { readPerson } from './read-situation';
import { readInboundAdt } from './read-update';
import { mayCreate, OPEN_STATES } from './rules';
import { nameAsSent } from '../patients/present';

/**
 * A patient of a message next to the records it may be about. All of them count as accessed.
 * @throws DomainError `not_found`
 */
export function getPatientUpdate(ctx: Context, input: GetPatientUpdateInput): Promise<PatientUpdateDetail> {
  return perform(ctx, { action: 'get_patient_update', kind: 'read', ...READ }, async (tx) => {
    const found = await findUpdate(tx, ctx, input.id);
    const { row } = found;
    const message = await readInboundAdt(tx, ctx, row.messageId);
    const read = readPerson(message, row.position);
    const { person, facts } = read;
    const { patient, demographics, prior } = person;
    const sent = { patient, facts, tests: [] };
    const named = await comparePatients(
      tx,
      ctx,
      sent,
      row.candidates.map((id) => showId('patient', id)),
    );
    const suggested = await findCandidates(tx, ctx, sent, row.candidates[0] ?? null);
    const others = await comparePatients(tx, ctx, sent, input.with);
    const first = new Set(named.patientIds);
    const candidates = [
      ...named.shown,
      ...suggested.shown.filter((_, at) => !first.has(suggested.patientIds[at]!)),
    ];
    const isOpen = (OPEN_STATES as readonly string[]).includes(row.state);
    return {
      output: {
        ...presentUpdate(found),
        patient_id: showIdOrNull('patient', row.patientId),
        fields: row.fields,
        decided: await decisionOf(tx, ctx, row),
        sent: {
          names: patient.names.map(nameAsSent),
          birth_date_unread: patient.birth_date_unread ?? null,
          identifiers: [...patient.identifiers, ...patient.other_identifiers],
          prior_identifiers: prior,
          addresses: patient.addresses.map((address) => Object.values(address).filter(Boolean).join(', ')),
          contacts: patient.contacts,
          deceased_at: demographics.deceased_at ?? null,
        },
        may_apply: isOpen && (await mayApply(tx, ctx, row)),
        may_merge: isOpen && mayMerge(row),
        proposed_merge: isOpen && mayMerge(row) ? await proposedMerge(tx, ctx, row, read) : null,
        may_create: isOpen && mayCreate(row.problem),
        mrn_if_created: mrnIfCreated(facts),
        candidates,
        others: others.shown,
      },
      audit: {
        objectKind: 'inbound_patient_update',
        objectId: row.id,
        patientIds: [
          ...new Set([
            ...named.patientIds,
            ...suggested.patientIds,
            ...others.patientIds,
            ...(row.patientId ? [row.patientId] : []),
          ]),
        ],
      },
    };
  });
}

/** The record of PID and that of MRG, if there is one of each. */
async function proposedMerge(
  tx: Tx,
  ctx: Context,
  { candidates }: UpdateRow,
  { facts, prior }: Pick<ReturnType<typeof readPerson>, 'facts' | 'prior'>,
): Promise<PatientUpdateDetail['proposed_merge']> {
  const charts = await candidateCharts(tx, ctx, candidates);
  const having = (mrns: readonly string[]) =>
    charts.filter((chart) => mrns.some((mrn) => hasMrn(chart, mrn)));
  const [survivor, ...survivors] = having(facts.mrns);
  const [merged, ...others] = having(prior.mrns);
  if (!survivor || !merged || survivors.length + others.length > 0 || survivor.id === merged.id) return null;
  return { patient_id: showId('patient', survivor.id), merged_patient_id: showId('patient', merged.id) };
}

async function decisionOf(
  tx: Tx,
  ctx: Context,
  { decidedAt, decidedBy, reason }: UpdateRow,
): Promise<PatientUpdateDetail['decided']> {
  if (!decidedAt || !decidedBy) return null;
  const names = await namesOfPeople(tx, ctx, [decidedBy]);
  return { at: decidedAt.toISOString(), by_name: names.get(decidedBy) ?? null, reason };
}
