import { and, eq } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { documents, uploadTokens } from '../../db/schema/index';
import { enterTenant, withScope, withTenant, type Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { storage, type Staged } from '../../storage/index';
import { assertAllowed, perform, type Operation } from '../../shared/perform';
import type { Actor, Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { newId, notFound, readId } from '../../shared/ids';
import { shareChart } from '../patients/access';
import type { DocumentRow } from './access';
import { documentEvent } from './document-event';
import { earlierCopy } from './earlier-copy';
import { checkBytes } from './check-bytes';
import { placeBytes } from './place-bytes';
import { receivedState } from './received-state';
import { assertActorStands, rightsOf } from './current-actor';
import { uploadTokenHash } from './upload-address';
import { DOCUMENT_FILERS } from '../../shared/scopes';

/**
 * The second step of form C: the bytes arrive at the upload URL. Only success uses up the URL; after a failure the
 * client may retry until it expires.
 */
const UPLOAD: Operation<void> = {
  action: 'upload_document',
  kind: 'write',
  scope: 'documents:write',
  role: DOCUMENT_FILERS,
};

export interface UploadTicket {
  ctx: Context;
  /** UUID */
  documentId: string;
  tokenHash: Buffer;
}

/** Returns null for URLs that are unknown, expired or used, without revealing which. */
export async function findUpload(
  token: string,
  request: { requestId: string; ip: string | null },
): Promise<UploadTicket | null> {
  const hash = uploadTokenHash(token);
  if (!hash) return null;
  return withScope({ credentialHash: hash }, async (tx) => {
    const tokenHash = Buffer.from(hash, 'hex');
    const [row] = await tx.select().from(uploadTokens).where(eq(uploadTokens.secretHash, tokenHash));
    if (!row || row.usedAt || row.expiresAt <= new Date()) return null;
    await enterTenant(tx, row.orgId);
    const named = readActor(row.orgId, row.createdBy);
    const rights = await rightsOf(tx, named);
    const { scopes, role = null, rateLimit = null } = rights ?? {};
    const actor: Actor = { ...named, scopes: new Set(scopes), role, rateLimit };
    const ctx: Context = {
      actor,
      transport: named.kind === 'user' && !named.app ? 'portal' : 'v1',
      ...request,
    };
    return { ctx, documentId: row.documentId, tokenHash };
  });
}

/** Parses the format of `credentialName`. */
function readActor(orgId: string, name: string): Pick<Actor, 'kind' | 'id' | 'orgId' | 'app'> {
  const [who = '', through] = name.split('/');
  const key = readId('api_key', who);
  const user = readId('user', who);
  if (key) return { kind: 'api_key', id: key, orgId };
  if (!user) return { kind: 'system', id: null, orgId };
  const app = through === undefined ? null : readId('oauth_app', through);
  return { kind: 'user', id: user, orgId, ...(app ? { app } : {}) };
}

/**
 * Checks that bytes may be uploaded before any is read.
 * @throws DomainError `not_found`, `invalid_credentials`, `forbidden`, `patient_not_active`
 */
export function assertUpload(ticket: UploadTicket): Promise<Pick<DocumentRow, 'size'>> {
  return withTenant(ticket.ctx.actor.orgId, (tx) => requirePending(tx, ticket));
}

/**
 * Files staged bytes under the announced document. The staged file is removed in every case.
 * @throws DomainError `validation_failed`, `checksum_mismatch`, `unsupported_file_type`, and those of `assertUpload`
 */
export async function uploadDocument(ticket: UploadTicket, staged: Staged): Promise<void> {
  const { ctx } = ticket;
  const { orgId } = ctx.actor;
  try {
    const announced = await withTenant(orgId, (tx) => requirePending(tx, ticket));
    assertSize(announced.size, staged.size);
    const { sha256, declaredContentType: declaredType, fileName } = announced;
    const detected = await checkBytes(staged, { sha256, declaredType, fileName, pointer: '' });
    await placeBytes(staged, { orgId, id: newId() }, (storageKey, named) =>
      perform(ctx, UPLOAD, async (tx) => {
        const before = await requirePending(tx, ticket, { lock: true });
        const { patientId } = before;
        const now = new Date();
        const state = receivedState(now);
        const [row] = await tx
          .update(documents)
          .set({
            contentType: detected.contentType,
            encrypted: detected.encrypted,
            lacksEnd: detected.lacksEnd,
            duplicateOf: await earlierCopy(tx, { orgId, patientId, sha256 }),
            ...state,
            storageKey,
            version: before.version + 1,
            sequence: before.sequence + 1,
            updatedAt: databaseTime,
          })
          .where(and(eq(documents.orgId, orgId), eq(documents.id, before.id)))
          .returning();
        await tx
          .update(uploadTokens)
          .set({ usedAt: now })
          .where(and(eq(uploadTokens.orgId, orgId), eq(uploadTokens.documentId, before.id)));
        const type = state.status === 'available' ? 'document.available' : 'document.updated';
        const event = { changedFields: ['status'], previous: { status: before.status } };
        await emit(tx, ctx, documentEvent(row!, { type, sequence: row!.sequence, ...event }));
        named();
        const audit = {
          objectKind: 'document' as const,
          objectId: before.id,
          patientIds: [patientId],
          detail: { size: staged.size },
        };
        return { output: undefined, audit };
      }),
    );
  } finally {
    await storage().discard(staged);
  }
}

function assertSize(announced: number, received: number): void {
  if (received === announced) return;
  throw new DomainError(
    'validation_failed',
    `The document was announced with ${announced} bytes; ${received} bytes arrived.`,
    { errors: [{ pointer: '', code: 'too_short', message: `must have exactly ${announced} bytes` }] },
  );
}

/** Locks the row, so that of two concurrent uploads the second finds it no longer pending. */
async function requirePending(
  tx: Tx,
  { ctx, documentId, tokenHash }: UploadTicket,
  { lock = false } = {},
): Promise<DocumentRow> {
  const { orgId } = ctx.actor;
  await assertActorStands(tx, ctx.actor, 'documents:write');
  assertAllowed(ctx, UPLOAD);
  const query = tx
    .select({ usedAt: uploadTokens.usedAt })
    .from(uploadTokens)
    .where(and(eq(uploadTokens.orgId, orgId), eq(uploadTokens.secretHash, tokenHash)));
  const [token] = await (lock ? query.for('update') : query);
  if (!token || token.usedAt) throw notFound();
  const waiting = tx
    .select()
    .from(documents)
    .where(
      and(eq(documents.orgId, orgId), eq(documents.id, documentId), eq(documents.status, 'pending_upload')),
    );
  const [found] = await waiting;
  if (!found) throw notFound();
  // Documents are hidden together with their patient; the lock prevents its deletion until the bytes are filed. The patient
  // comes first, as in a merge.
  const chart = await shareChart(tx, ctx, found.patientId);
  if (!chart) throw notFound();
  const [row] = lock ? await waiting.for('update') : [found];
  if (!row) throw notFound();
  if (chart.patient.status !== 'active')
    throw new DomainError('patient_not_active', 'The patient is not active.');
  return row;
}
