import {
  appPath,
  connectedAppList,
  consentOrganization,
  consentRequest,
  consentRequestPath,
  endedGrants,
  noInput,
} from '../../domain/oauth/contract';
import { disconnectApp } from '../../domain/oauth/disconnect-app';
import { getConsentOrganization } from '../../domain/oauth/get-consent-organization';
import { getConsentRequest } from '../../domain/oauth/get-consent-request';
import { listConnectedApps } from '../../domain/oauth/list-connected-apps';
import { revokeAppGrants } from '../../domain/oauth/revoke-app-grants';
import { procedure, router } from '../trpc';

/** Portal only: the consent page and connected applications. The OAuth endpoints are in `server/http/oauth`. */
export const oauthRouter = router({
  getConsentRequest: procedure
    .input(consentRequestPath)
    .output(consentRequest)
    .query(({ ctx, input }) => getConsentRequest(ctx, input)),
  getConsentOrganization: procedure
    .input(consentRequestPath)
    .output(consentOrganization)
    .query(({ ctx, input }) => getConsentOrganization(ctx, input)),
  listConnectedApps: procedure
    .input(noInput)
    .output(connectedAppList)
    .query(({ ctx }) => listConnectedApps(ctx)),
  disconnectApp: procedure
    .input(appPath)
    .output(endedGrants)
    .mutation(({ ctx, input }) => disconnectApp(ctx, input)),
  revokeAppGrants: procedure
    .input(appPath)
    .output(endedGrants)
    .mutation(({ ctx, input }) => revokeAppGrants(ctx, input)),
});
