import { Readable } from 'node:stream';
import { asDomainError } from '../../../server/errors/from-thrown';
import { createCaller } from '../../../server/api/root';
import type { Download } from '../../../server/domain/documents/download-document';
import { openUpload } from '../../../server/domain/documents/open-upload';
import { openInboundFile } from '../../../server/domain/inbound-documents/open-inbound-file';
import { storeUpload } from '../../../server/domain/documents/store-upload';
import { ROLE_SCOPES } from '../../../server/shared/scopes';
import { closePool } from '../../../server/db/client';
import type { Context } from '../../../server/shared/context';
import { newId } from '../../../server/shared/ids';
import { storage } from '../../../server/storage/index';
import { casesOf } from './cases';
import { furnish, type Furnished } from '../../support/furnish';
import { allProcedures, portalProcedures } from '../../support/portal-procedures';

/**
 * Two organizations with the same kinds of records: every procedure of the live router is called as the second one
 * with everything that belongs to the first. Without an argument it creates the fixture; with the fixture it prints
 * what leaked, both as JSON.
 */

type Caller = Record<string, Record<string, (input: unknown) => Promise<unknown>>>;

export interface Report {
  leaks: string[];
  /** Number of procedures called with foreign records. */
  calls: number;
  /**
   * Calls that ended with an internal error: keys start with the organization, so Postgres may reject what the code
   * allowed.
   */
  errors: string[];
  /** Procedures that still work for the owner, so that "nothing leaked" does not mean "nothing works". */
  own: number;
}

interface Fixture {
  theirs: Furnished;
  mine: Furnished;
  /** Of their administrator, not filed. */
  upload: string;
}

/** Runs in the unmodified build, so that the fixture is valid whatever the probed build lacks. */
async function prepare(): Promise<Fixture> {
  const theirs = await furnish('theirs');
  return { theirs, mine: await furnish('mine'), upload: await uploaded(theirs) };
}

async function uploaded({ admin, ids }: Furnished): Promise<string> {
  const staged = await storage().stage(Readable.from([Buffer.from('A note.')]), { maxBytes: 1_000 });
  const facts = { patientId: ids.patient, fileName: 'note.txt', declaredType: null, sha256: null };
  return (await storeUpload(admin, staged, facts)).id;
}

const revive = (ctx: Context): Context => ({
  ...ctx,
  actor: { ...ctx.actor, scopes: new Set(ROLE_SCOPES.admin) },
  session: { id: newId(), signedInAt: new Date(), authenticatedAt: new Date(), methods: ['password'] },
});

async function probe({ theirs, mine, upload }: Fixture): Promise<Report> {
  const report: Report = { leaks: [], calls: 0, errors: [], own: 0 };
  const marks = [
    ...Object.values(theirs.ids),
    theirs.family,
    theirs.mrn,
    theirs.externalId,
    theirs.orderNumber,
  ];
  const at = (transport: Context['transport']) =>
    createCaller({ ...revive(mine.admin), transport }) as unknown as Caller;
  for (const path of Object.keys(allProcedures)) {
    const inputs = casesOf(path)({ ...theirs, ownPatientOfCaller: mine.ids.patient });
    const [router, procedure] = path.split('.') as [string, string];
    const intruder = at(path in portalProcedures ? 'portal' : 'v1');
    for (const input of inputs) {
      report.calls++;
      const outcome = await attempt(procedure, intruder[router]![procedure]!, input);
      if (marks.some((mark) => outcome.includes(mark)))
        report.leaks.push(`${path} ${JSON.stringify(input)} → ${outcome.slice(0, 80)}`);
      else if (outcome === 'internal_error') report.errors.push(`${path} ${JSON.stringify(input)}`);
      else if (outcome.startsWith('created:')) report.leaks.push(`${path} accepted ${JSON.stringify(input)}`);
    }
  }
  report.calls++;
  const opened = await openUploadElsewhere(upload, theirs, mine);
  if (opened !== 'not_found') report.leaks.push(`openUpload → ${opened}`);
  report.calls++;
  const held = await outcomeOf(
    openInboundFile(revive(mine.admin), { id: theirs.ids.inboundDocument, part: 0 }),
  );
  if (held !== 'not_found') report.leaks.push(`openInboundFile → ${held}`);
  await look(theirs, report).catch((error: unknown) =>
    report.leaks.push(`the owner can no longer read: ${String(error)}`),
  );
  return report;
}

/** As the user who uploaded it, in another organization of this user. */
function openUploadElsewhere(id: string, theirs: Furnished, mine: Furnished): Promise<string> {
  const { actor, ...rest } = revive(mine.admin);
  return outcomeOf(openUpload({ ...rest, actor: { ...actor, id: theirs.admin.actor.id } }, { id }));
}

async function outcomeOf(opening: Promise<Download>): Promise<string> {
  try {
    const { file } = await opening;
    await file.close();
    return 'opened';
  } catch (error) {
    return asDomainError(error).code;
  }
}

/** Checks that the records of the first organization exist unchanged. */
async function look(theirs: Furnished, report: Report): Promise<void> {
  const owner = createCaller(revive(theirs.admin));
  const { ids } = theirs;
  const patient = await owner.patients.getPatient({ id: ids.patient });
  if (patient.version !== 1) report.leaks.push('the foreign patient was changed');
  const order = await owner.labOrders.getLabOrder({ id: ids.order });
  if (order.status === 'cancelled' || order.status === 'collected')
    report.leaks.push('the foreign order was changed');
  const signable = await owner.labResults.getLabResult({ id: ids.result });
  const { reviewer, entries } = await owner.reviews.getReviewState({ id: ids.result });
  if (signable.review.status !== 'unreviewed' || reviewer?.id !== ids.user || entries.length > 0)
    report.leaks.push('the foreign report was signed or passed on');
  await owner.documents.getDocument({ id: ids.document });
  const hook = await owner.webhooks.getWebhook({ id: ids.webhook });
  if (!hook.enabled) report.leaks.push('the foreign webhook was changed');
  const keys = await owner.apiKeys.listApiKeys({});
  if (keys.data.some((key) => key.revoked_at)) report.leaks.push('a foreign key was revoked');
  const lab = await owner.labConnections.getLabConnection({ id: ids.labConnection });
  const ingest = await owner.labConnections.listIngestKeys({ connection_id: ids.labConnection });
  if (lab.version !== 1 || ingest.data.length !== 1 || ingest.data[0]!.revoked_at)
    report.leaks.push('the foreign lab connection was changed');
  report.own = 7;
}

const WRITES =
  /^(create|update|delete|restore|revoke|redeliver|set|send|change|end|remove|renew|reset|rotate|switch|check|run|sign|mark|comment|forward|assign|undo)/;

async function attempt(
  name: string,
  procedure: (input: unknown) => Promise<unknown>,
  input: Record<string, unknown>,
): Promise<string> {
  try {
    const output = await procedure(input);
    const text = JSON.stringify(output ?? null);
    return WRITES.test(name) ? `created:${text}` : text;
  } catch (error) {
    const domainError = asDomainError(error);
    return domainError.code;
  }
}

const [fixture] = process.argv.slice(2);

(fixture ? probe(JSON.parse(fixture) as Fixture) : prepare())
  .then((output) => process.stdout.write(`${JSON.stringify(output)}\n`))
  .finally(() => closePool())
  .catch((error: unknown) => {
    process.stderr.write(String((error as Error).stack ?? error));
    process.exitCode = 1;
  });
