import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { SCOPES } from '../../../server/shared/scopes';
import type { Context } from '../../../server/shared/context';
import {
  contentUrl,
  contextOfAddress,
  readContentToken,
} from '../../../server/domain/documents/content-address';
import { newId, newRequestId } from '../../../server/shared/ids';
import { completeEnv } from '../../../server/env';

beforeAll(() =>
  completeEnv({
    DATABASE_URL: undefined,
    MIGRATION_DATABASE_URL: undefined,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
  }),
);

const ctx: Context = {
  actor: { kind: 'api_key', id: newId(), orgId: newId(), scopes: new Set(SCOPES), role: null },
  transport: 'v1',
  requestId: newRequestId(),
  ip: null,
};
const now = Date.UTC(2026, 10, 20, 12, 0, 30);
const tokenOf = (url: string | null) => url!.split('/content/')[1]!;

it('signed URL contains document, organization, actor and endpoint for at most five minutes', () => {
  const documentId = newId();
  const token = tokenOf(contentUrl(ctx, documentId, now));
  expect(readContentToken(token, now)).toEqual({
    actor: { kind: 'api_key', id: ctx.actor.id, orgId: ctx.actor.orgId },
    transport: 'v1',
    documentId,
    expired: false,
  });
  expect(readContentToken(token, now + 269_999)).toMatchObject({ expired: false });
  expect(readContentToken(token, now + 270_000)).toMatchObject({ expired: true });
});

it('signed URL is equal within a minute and different afterwards, so that entity tags match', () => {
  const id = newId();
  expect(contentUrl(ctx, id, now)).toBe(contentUrl(ctx, id, now + 29_000));
  expect(contentUrl(ctx, id, now)).not.toBe(contentUrl(ctx, id, now + 31_000));
});

it('signed URL works for users and the system', () => {
  for (const actor of [
    { ...ctx.actor, kind: 'user' as const },
    { ...ctx.actor, kind: 'system' as const, id: null },
  ]) {
    expect(
      readContentToken(tokenOf(contentUrl({ ...ctx, actor, transport: 'portal' }, newId(), now)), now),
    ).toMatchObject({ actor: { kind: actor.kind, id: actor.id }, transport: 'portal' });
  }
});

it('signed URL is not created for actors without read permission, and grants nothing else', () => {
  expect(
    contentUrl({ ...ctx, actor: { ...ctx.actor, scopes: new Set(['documents:write']) } }, newId()),
  ).toBeNull();
  const address = readContentToken(tokenOf(contentUrl(ctx, newId(), now)), now)!;
  expect([...contextOfAddress(address, { requestId: 'req_x', ip: null }).actor.scopes]).toEqual([
    'documents:read',
  ]);
});

it('signed URL is invalid after a change of any bit or spelling', () => {
  const token = tokenOf(contentUrl(ctx, newId(), now));
  const bytes = Buffer.from(token, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const forged = Buffer.from(bytes);
    forged[bit >> 3]! ^= 1 << (bit & 7);
    expect(readContentToken(forged.toString('base64url'), now)).toBeNull();
  }
  for (const other of [
    '',
    'x',
    `${token}=`,
    `${token}A`,
    token.slice(0, -1),
    token.replaceAll('-', '+').concat(' '),
    '\0'.repeat(116),
    'A'.repeat(116),
  ])
    expect(readContentToken(other, now)).toBeNull();
});
