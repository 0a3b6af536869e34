import { asEraser, type Tx } from '../../db/transaction';
import type { ErasedFile } from '../../data-types/erasure-codes';
import type { MessageState } from '../../data-types/inbound-message-codes';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { showId, type Kind } from '../../shared/ids';
import type { PatientRow } from '../patients/access';
import { personKey, redactMessage, type Identity } from './redact-message';
import type { Counted } from './rules';

/**
 * Deletes every row about a patient. `db/schema/grants.ts` lists the tables, and a test searches the whole database
 * afterwards.
 */
export interface Erased {
  counts: Record<Counted, number>;
  files: ErasedFile[];
  /** Storage keys of files that no other row refers to. */
  storageKeys: string[];
  /** In progress until now. */
  failedExports: EndedExport[];
}

interface EndedExport {
  /** `uuid` */
  id: string;
  version: number;
  status: 'failed' | 'expired';
}

/** UUIDs of what is erased. */
interface Targets {
  patients: string[];
  results: string[];
  orders: string[];
  documents: string[];
}

type Run = <Row = Record<string, unknown>>(text: string, ...values: unknown[]) => Promise<Row[]>;

const idsIn = (rows: Record<string, unknown>[]): string[] => rows.map(({ id }) => id as string);

/** The caller holds the locks of the records. */
export function eraseRecords(tx: Tx, ctx: Context, records: readonly PatientRow[]): Promise<Erased> {
  const { orgId } = ctx.actor;
  const run: Run = async <Row>(text: string, ...values: unknown[]) =>
    (await tx.client.query(text, [orgId, ...values])).rows as Row[];
  /** @returns the number of rows */
  const remove = async (text: string, ...values: unknown[]): Promise<number> =>
    (await tx.client.query(text, [orgId, ...values])).rowCount ?? 0;
  return asEraser(tx, async () => {
    const targets = await findTargets(run, records);
    const messages = await eraseMessages(run, remove, records, targets);
    const files = await filesOf(run, targets);
    const exported = await endExports(run);
    const { patients, results, orders, documents } = targets;
    await forgetResponses(remove, targets);
    const counts: Record<Counted, number> = {
      records: 0,
      ...messages,
      reviews: await remove(
        'delete from review_entries where org_id = $1 and result_id = any($2::uuid[])',
        results,
      ),
      result_versions: await remove(
        'delete from lab_result_versions where org_id = $1 and result_id = any($2::uuid[])',
        results,
      ),
      observations: await remove(
        'delete from lab_observations where org_id = $1 and (result_id = any($2::uuid[]) or patient_id = any($3::uuid[]))',
        results,
        patients,
      ),
      uploads: await remove(
        'delete from uploads where org_id = $1 and patient_id = any($2::uuid[])',
        patients,
      ),
      documents: await eraseDocuments(remove, documents),
      lab_results: await remove(
        'delete from lab_results where org_id = $1 and id = any($2::uuid[])',
        results,
      ),
      sent_messages: await eraseSentMessages(remove, orders),
      lab_orders: await eraseOrders(remove, orders),
      drafts: await eraseDrafts(remove, targets),
      other: await eraseOthers(remove, patients),
    };
    counts.records = await remove(
      'delete from patients where org_id = $1 and id = any($2::uuid[])',
      patients,
    );
    return {
      counts,
      files: files.files,
      storageKeys: [...files.storageKeys, ...exported.storageKeys],
      failedExports: exported.failed,
    };
  });
}

type Remove = (text: string, ...values: unknown[]) => Promise<number>;

/** With what was filed to another patient in error, and moved here. */
async function findTargets(run: Run, records: readonly PatientRow[]): Promise<Targets> {
  const patients = records.map(({ id }) => id);
  const results = idsIn(
    await run('select id from lab_results where org_id = $1 and patient_id = any($2::uuid[])', patients),
  );
  const elsewhere = idsIn(
    await run(
      `select id from lab_results where org_id = $1 and left(report_key, 5) = 'void:' and exists (
        select 1 from jsonb_array_elements(corrections) c, jsonb_array_elements(c -> 'changes') change
        where change ->> 'field' = 'moved_to' and change ->> 'to' = any($2::text[]))`,
      results.map((id) => showId('lab_result', id)),
    ),
  );
  const documents = idsIn(
    await run('select id from documents where org_id = $1 and patient_id = any($2::uuid[])', patients),
  );
  const originals = idsIn(
    await run(
      `select distinct document_id as id from document_corrections
       where org_id = $1 and act = 'moved_away' and other_id = any($2::uuid[])`,
      documents,
    ),
  );
  return {
    patients,
    results: [...new Set([...results, ...elsewhere])],
    orders: idsIn(
      await run('select id from lab_orders where org_id = $1 and patient_id = any($2::uuid[])', patients),
    ),
    documents: [...new Set([...documents, ...originals])],
  };
}

const numbersOf = (records: readonly PatientRow[]): string[] => [
  ...new Set(records.flatMap(({ mrn, identifiers }) => [mrn, ...identifiers.map(({ value }) => value)])),
];

interface SentRow {
  messageId: string;
  family: string | null;
  given: string | null;
  birthDate: string | null;
  mrn: string | null;
}

/**
 * The rows of received messages about the patient, filed or not, and their bytes. Of a message about several patients
 * only this patient's part is removed.
 */
async function eraseMessages(
  run: Run,
  remove: Remove,
  records: readonly PatientRow[],
  { patients, results, orders, documents }: Targets,
): Promise<Pick<Record<Counted, number>, 'messages' | 'redacted_messages'>> {
  const mrns = records.map(({ mrn }) => mrn);
  const people = records.map(({ name, birthDate }) => personKey(name.family, name.given[0] ?? '', birthDate));
  const messages = new Map<string, SentRow[]>();
  await assertNoDoubt(run, mrns, people);
  // By chart; else by MRN; without an MRN by name and birth date.
  const isSent = `(patient_id is null and (string_to_array(mrn, ', ') && $3::text[]
    or mrn is null and ${PERSON} = any($4::text[])))`;
  const of = {
    inbound_reports: 'result_id = any($5::uuid[]) or order_id = any($6::uuid[])',
    inbound_documents: 'document_id = any($5::uuid[]) or document_id = any($6::uuid[])',
    inbound_patient_updates: 'patient_id = any($5::uuid[]) or patient_id = any($6::uuid[])',
  } as const;
  const linked = {
    inbound_reports: [results, orders],
    inbound_documents: [documents, documents],
    inbound_patient_updates: [patients, patients],
  } as const;
  for (const [table, condition] of Object.entries(of))
    for (const row of await run<SentRow>(
      `delete from ${table} where org_id = $1 and (patient_id = any($2::uuid[]) or ${isSent} or ${condition})
       returning message_id as "messageId", family, given, birth_date as "birthDate", mrn`,
      patients,
      mrns,
      people,
      ...linked[table as keyof typeof of],
    ))
      messages.set(row.messageId, [...(messages.get(row.messageId) ?? []), row]);
  const answers = await answersTo(run, orders);
  for (const id of [...(await otherMessages(run, mrns)), ...answers])
    messages.set(id, messages.get(id) ?? []);
  const counts = { messages: 0, redacted_messages: 0 };
  for (const [id, rows] of messages) {
    const identity: Identity = {
      // Of several numbers, one may be that of another patient.
      numbers: new Set([
        ...numbersOf(records),
        ...rows.flatMap(({ mrn }) => (mrn === null || mrn.includes(', ') ? [] : [mrn])),
      ]),
      people: new Set([
        ...people,
        ...rows.map(({ family, given, birthDate }) => personKey(family ?? '', given ?? '', birthDate ?? '')),
      ]),
    };
    const [stored] = await run<{ bytes: Buffer; state: MessageState }>(
      `select b.bytes, m.state from inbound_message_bytes b join inbound_messages m on m.org_id = b.org_id and m.id = b.message_id
       where b.org_id = $1 and b.message_id = $2`,
      id,
    );
    const rest = stored ? redactMessage(stored.bytes, identity) : 'whole';
    // The number is something else there, such as a value of another patient.
    if (rest === 'nothing' && rows.length === 0 && !answers.includes(id)) continue;
    const others = Buffer.isBuffer(rest) ? rest : null;
    if (others)
      counts.redacted_messages += await remove(
        'update inbound_message_bytes set bytes = $3 where org_id = $1 and message_id = $2',
        id,
        others,
      );
    else
      counts.messages += await remove(
        'delete from inbound_message_bytes where org_id = $1 and message_id = $2',
        id,
      );
    // A message that failed is still to be processed for the other patients.
    const isOpen =
      others !== null &&
      (['unmatched', 'conflict'].includes(stored!.state) ? await hasOpenRows(run, id) : true);
    // Its header and checksum stay, so that the same message is recognized and not processed again.
    await remove(
      `update inbound_messages set file_name = null, warnings = '[]', set_aside_reason = null,
         state = case when state in ('rejected', 'duplicate', 'test') or $3 then state else 'processed' end,
         failure = case when $3 then failure end, next_try_at = null,
         content_removed_at = case when $4 then now() else content_removed_at end,
         content_removal = case when $4 then 'erasure' else content_removal end
       where org_id = $1 and id = $2`,
      id,
      isOpen,
      stored !== undefined && others === null,
    );
  }
  return counts;
}

const hasOpenRows = async (run: Run, messageId: string): Promise<boolean> =>
  (
    await run(
      `select 1 from inbound_reports where org_id = $1 and message_id = $2
       union all select 1 from inbound_documents where org_id = $1 and message_id = $2
       union all select 1 from inbound_patient_updates where org_id = $1 and message_id = $2 limit 1`,
      messageId,
    )
  ).length > 0;

/** As `personKey`. */
const PERSON = `lower(concat_ws(',', family, split_part(coalesce(given, ''), ' ', 1),
  left(regexp_replace(coalesce(birth_date, ''), '\\D', '', 'g'), 8)))`;

/**
 * An open item with the MRN of the patient but another name or birth date may be about someone else: a person decides.
 * @throws DomainError `invalid_state`
 */
async function assertNoDoubt(run: Run, mrns: readonly string[], people: readonly string[]): Promise<void> {
  const isDoubtful = (states: string) =>
    `org_id = $1 and patient_id is null and state in (${states}) and string_to_array(mrn, ', ') && $2::text[]
     and ${PERSON} <> all($3::text[])`;
  const found = await run(
    `select 1 from inbound_reports where ${isDoubtful("'waiting', 'unmatched', 'conflict', 'parked'")}
     union all select 1 from inbound_documents where ${isDoubtful("'unmatched', 'conflict'")}
     union all select 1 from inbound_patient_updates where ${isDoubtful("'unmatched', 'conflict'")} limit 1`,
    mrns,
    people,
  );
  if (found.length > 0)
    throw new DomainError(
      'invalid_state',
      'An item under Unmatched has the MRN of this patient, but another name or birth date. File or reject it first.',
    );
}

/** MRNs as components of a field, so that a short one does not occur in every message. */
export const asSent = (mrns: readonly string[]): Buffer[] =>
  mrns.flatMap((mrn) =>
    ['|', '~'].flatMap((before) => ['|', '^', '~'].map((after) => Buffer.from(`${before}${mrn}${after}`))),
  );

/** Messages that contain the MRN and have no rows: not processed, failed or rejected ones. */
const otherMessages = async (run: Run, mrns: readonly string[]): Promise<string[]> =>
  idsIn(
    await run(
      `select m.id from inbound_messages m join inbound_message_bytes b on b.org_id = m.org_id and b.message_id = m.id
       where m.org_id = $1 and m.state <> 'processed'
         and exists (select 1 from unnest($2::bytea[]) number where position(number in b.bytes) > 0)`,
      asSent(mrns),
    ),
  );

/** By their number. */
async function answersTo(run: Run, orders: readonly string[]): Promise<string[]> {
  const numbers = await run<{ number: string }>(
    'select order_number as number from lab_orders where org_id = $1 and id = any($2::uuid[])',
    orders,
  );
  return idsIn(
    await run(
      `select m.id from inbound_messages m join inbound_message_bytes b on b.org_id = m.org_id and b.message_id = m.id
       where m.org_id = $1 and left(m.message_type, 3) in ('ORR', 'ORL', 'ACK', 'MCF')
         and exists (select 1 from unnest($2::bytea[]) number where position(number in b.bytes) > 0)`,
      asSent(numbers.map(({ number }) => number)),
    ),
  );
}

/** Of documents and uploads. A file that was moved to another patient belongs to that one as well. */
async function filesOf(
  run: Run,
  { patients, documents }: Targets,
): Promise<Pick<Erased, 'files' | 'storageKeys'>> {
  const rows = await run(
    `with own as (
       select storage_key, sha256, size from documents where org_id = $1 and id = any($2::uuid[]) and storage_key is not null
       union select storage_key, sha256, size from uploads
         where org_id = $1 and patient_id = any($3::uuid[]) and storage_key is not null)
     select * from own where not exists (select 1 from documents d where d.org_id = $1
         and d.storage_key = own.storage_key and d.id <> all($2::uuid[]))
       and not exists (select 1 from uploads u where u.org_id = $1
         and u.storage_key = own.storage_key and u.patient_id <> all($3::uuid[]))
     order by storage_key`,
    documents,
    patients,
  );
  return {
    files: rows.map(({ sha256, size }) => ({ sha256: sha256 as string, size: Number(size) })),
    storageKeys: rows.map(({ storage_key }) => storage_key as string),
  };
}

/**
 * Every export of the organization may contain the patient. The caller holds the lock that new ones wait for; a worker
 * that is writing a file finds the export ended.
 */
async function endExports(run: Run): Promise<{ failed: EndedExport[]; storageKeys: string[] }> {
  const ended = await run<EndedExport>(
    `update exports set version = version + 1, updated_at = clock_timestamp(), due_at = null,
       expires_at = least(expires_at, clock_timestamp()),
       failure_reason = case when status = 'completed' then failure_reason else 'patient_erased' end,
       status = case when status = 'completed' then 'expired' else 'failed' end
     where org_id = $1 and status in ('queued', 'running', 'completed') returning id, version, status`,
  );
  const files = await run('delete from export_files where org_id = $1 returning storage_key');
  return {
    failed: ended.filter(({ status }) => status === 'failed'),
    storageKeys: files.map(({ storage_key }) => storage_key as string),
  };
}

/** Stored answers to repeated requests. Their keys stay, so that a repeated request does not create the patient again. */
async function forgetResponses(remove: Remove, targets: Targets): Promise<void> {
  await remove(
    `update idempotency_records set output = jsonb_build_object('output', null,
       'audit', jsonb_build_object('patientIds', to_jsonb($2::text[])))
     where org_id = $1 and (output -> 'audit' -> 'patientIds' ?| $2::text[] or output -> 'audit' ->> 'objectId' = any($3::text[]))`,
    targets.patients,
    Object.values(targets).flat(),
  );
  // What receivers answered to events about the patient.
  await remove(
    `delete from delivery_attempts a using deliveries d, events e
     where a.org_id = $1 and d.org_id = $1 and e.org_id = $1 and d.id = a.delivery_id and e.id = d.event_id
       and e.object_id = any($2::uuid[])`,
    Object.values(targets).flat(),
  );
}

async function eraseDocuments(remove: Remove, documents: readonly string[]): Promise<number> {
  await remove('delete from upload_tokens where org_id = $1 and document_id = any($2::uuid[])', documents);
  await remove(
    'delete from document_corrections where org_id = $1 and document_id = any($2::uuid[])',
    documents,
  );
  await remove(
    'update document_corrections set other_id = null where org_id = $1 and other_id = any($2::uuid[])',
    documents,
  );
  return remove('delete from documents where org_id = $1 and id = any($2::uuid[])', documents);
}

async function eraseSentMessages(remove: Remove, orders: readonly string[]): Promise<number> {
  await remove(
    `delete from outbound_message_bytes b using outbound_messages m
     where b.org_id = $1 and m.org_id = $1 and m.id = b.message_id and m.order_id = any($2::uuid[])`,
    orders,
  );
  return remove('delete from outbound_messages where org_id = $1 and order_id = any($2::uuid[])', orders);
}

async function eraseOrders(remove: Remove, orders: readonly string[]): Promise<number> {
  await remove('delete from lab_order_items where org_id = $1 and order_id = any($2::uuid[])', orders);
  return remove('delete from lab_orders where org_id = $1 and id = any($2::uuid[])', orders);
}

const KINDS: Record<keyof Targets, Kind> = {
  patients: 'patient',
  results: 'lab_result',
  orders: 'lab_order',
  documents: 'document',
};

/** By the path of their form, which contains the record. */
function eraseDrafts(remove: Remove, targets: Targets): Promise<number> {
  const shown = (Object.keys(KINDS) as (keyof Targets)[]).flatMap((name) =>
    targets[name].map((id) => showId(KINDS[name], id)),
  );
  return remove(`delete from drafts where org_id = $1 and string_to_array(form, '/') && $2::text[]`, shown);
}

const OTHERS = [
  'chart_accesses',
  'recent_patients',
  'pinned_tests',
  'patient_tokens',
  'patient_identifiers',
  'patient_feeds',
] as const;

async function eraseOthers(remove: Remove, patients: readonly string[]): Promise<number> {
  let count = await remove(
    'delete from patient_merges where org_id = $1 and (survivor_id = any($2::uuid[]) or merged_id = any($2::uuid[]))',
    patients,
  );
  for (const table of OTHERS)
    count += await remove(
      `delete from ${table} where org_id = $1 and patient_id = any($2::uuid[])`,
      patients,
    );
  return count;
}
