import {
  appPath,
  connectedAppList,
  consentOrganisation,
  consentRequest,
  consentRequestPath,
  endedGrants,
  noInput,
} from '../../domain/oauth/contract';
import { disconnectApp } from '../../domain/oauth/disconnect-app';
import { getConsentOrganisation } from '../../domain/oauth/get-consent-organisation';
import { getConsentRequest } from '../../domain/oauth/get-consent-request';
import { listConnectedApps } from '../../domain/oauth/list-connected-apps';
import { revokeAppGrants } from '../../domain/oauth/revoke-app-grants';
import { procedure, router } from '../trpc';

/** Portal only: the consent page, and what people have connected. The rest of OAuth is `server/http/oauth`. */
export const oauthRouter = router({
  getConsentRequest: procedure
    .input(consentRequestPath)
    .output(consentRequest)
    .query(({ ctx, input }) => getConsentRequest(ctx, input)),
  getConsentOrganisation: procedure
    .input(consentRequestPath)
    .output(consentOrganisation)
    .query(({ ctx, input }) => getConsentOrganisation(ctx, input)),
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
