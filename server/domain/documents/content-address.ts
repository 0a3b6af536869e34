import { createHmac, timingSafeEqual } from 'node:crypto';
import { SCOPES } from '../../shared/scopes';
import { deriveSecrets, env } from '../../env';
import type { Actor, Context, Transport } from '../../shared/context';

/**
 * Signed content URLs, valid for one document, one actor and at most five minutes. They need no credential, because
 * frames and links cannot send one; the actor's access is checked again at use.
 */
const LIFETIME_SECONDS = 300;
/** The URL changes only once per step, so that an unchanged document keeps its ETag. */
const STEP_SECONDS = 60;

const ACTORS = ['user', 'api_key', 'system'] as const;
const TRANSPORTS = ['v1', 'portal', 'admin', 'system'] as const satisfies Transport[];
const FORMAT = 2;
const LENGTH = 1 + 1 + 1 + 16 + 16 + 16 + 4 + 16;

export interface ContentAddress {
  actor: Pick<Actor, 'kind' | 'id' | 'orgId' | 'app'>;
  transport: Transport;
  /** UUID */
  documentId: string;
  expired: boolean;
}

let secrets: [Buffer, ...Buffer[]] | undefined;
/** Signatures by each of `ENCRYPTION_KEYS`; the first one is for new URLs. */
const signatures = (payload: Buffer) =>
  (secrets ??= deriveSecrets('content')).map((secret) =>
    createHmac('sha256', secret).update(payload).digest(),
  );

/** Throws for an unknown value rather than encode it as another one. */
function indexIn(list: readonly string[], word: string): number {
  const index = list.indexOf(word);
  if (index < 0) throw new Error(`No address can be created for ${word}`);
  return index;
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';
const toBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const toUuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** @returns null if the actor may not read documents */
export function contentUrl(ctx: Context, documentId: string, now = Date.now()): string | null {
  const { actor } = ctx;
  if (!actor.scopes.has('documents:read')) return null;
  const step = Math.floor(now / 1000 / STEP_SECONDS) * STEP_SECONDS;
  const payload = Buffer.alloc(LENGTH);
  payload.set([FORMAT, indexIn(TRANSPORTS, ctx.transport), indexIn(ACTORS, actor.kind)]);
  payload.set(toBytes(actor.id ?? NIL_UUID), 3);
  payload.set(toBytes(actor.orgId), 19);
  payload.set(toBytes(documentId), 35);
  payload.writeUInt32BE(step + LIFETIME_SECONDS, 51);
  payload.set(toBytes(actor.app ?? NIL_UUID), 55);
  return `${env.PUBLIC_URL}/content/${Buffer.concat([payload, signatures(payload)[0]!]).toString('base64url')}`;
}

/** Returns null if the signature is invalid; expiry is checked only after that. */
export function readContentToken(token: string, now = Date.now()): ContentAddress | null {
  const bytes = Buffer.from(token, 'base64url');
  // Base64 has several spellings of the same bytes; accept only the canonical one.
  if (bytes.length !== LENGTH + 32 || bytes.toString('base64url') !== token) return null;
  const payload = bytes.subarray(0, LENGTH);
  const signature = bytes.subarray(LENGTH);
  if (!signatures(payload).some((expected) => timingSafeEqual(expected, signature))) return null;
  if (payload[0] !== FORMAT) return null;
  const transport = TRANSPORTS[payload[1]!];
  const kind = ACTORS[payload[2]!];
  if (!transport || !kind) return null;
  const [actorId, app] = [toUuid(payload.subarray(3, 19)), toUuid(payload.subarray(55, 71))];
  return {
    actor: {
      kind,
      id: actorId === NIL_UUID ? null : actorId,
      orgId: toUuid(payload.subarray(19, 35)),
      ...(app === NIL_UUID ? {} : { app }),
    },
    transport,
    documentId: toUuid(payload.subarray(35, 51)),
    expired: payload.readUInt32BE(51) * 1000 <= now,
  };
}

/** The actor of the URL, with the single right that the URL grants. */
export function contextOfAddress(
  address: ContentAddress,
  request: { requestId: string; ip: string | null },
): Context {
  const scopes = new Set(SCOPES.filter((scope) => scope === 'documents:read'));
  return {
    actor: { ...address.actor, scopes, role: null },
    transport: address.transport,
    requestId: request.requestId,
    ip: request.ip,
  };
}
