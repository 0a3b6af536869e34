import type { IncomingMessage, ServerResponse } from 'node:http';
import { markBackground, portalContext } from '../auth/portal-session';
import { getOrganizationLogo } from '../domain/organizations/get-organization-logo';
import { DomainError } from '../errors/domain-error';
import { requests } from '../rate-limits/policies';
import { auditingDenials, unknownCaller } from './audit-denials';
import { countRequest } from './rate-limit';
import { noteCaller, type RequestInfo } from './request-info';

/**
 * `GET /api/portal/logo/<sha256>`: the logo of the user's organization. Its URL changes with the image, so browsers cache it.
 * The bytes come from an administrator: the type is the detected one, and the common headers allow no script.
 */
export async function handleLogo(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  res.setHeader('Cache-Control', 'private, no-store');
  markBackground(req);
  const ctx = await portalContext(req, info);
  if (!ctx)
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('missing_credentials', 'Your session has ended. Sign in again.'),
    );
  noteCaller(info, ctx.actor);
  await countRequest(res, ctx, [requests(ctx.actor)]);
  await auditingDenials(ctx, 'get_organization_logo', 'read', async () => {
    const sha256 = info.url.pathname.slice('/api/portal/logo/'.length);
    const { contentType, image } = await getOrganizationLogo(ctx, { sha256 });
    res.writeHead(200, {
      'Content-Type': contentType,
      'Content-Length': image.length,
      'Cache-Control': 'private, max-age=31536000, immutable',
    });
    res.end(req.method === 'HEAD' ? undefined : image);
  });
}
