import {
  createOauthAppInput,
  listOauthAppsInput,
  oauthApp,
  oauthAppList,
  oauthAppPath,
  rotateOauthAppSecretInput,
  setOauthAppDomainInput,
  updateOauthAppInput,
} from '../../domain/oauth-apps/contract';
import { checkOauthAppDomain } from '../../domain/oauth-apps/check-oauth-app-domain';
import { createOauthApp } from '../../domain/oauth-apps/create-oauth-app';
import { deleteOauthApp } from '../../domain/oauth-apps/delete-oauth-app';
import { getOauthApp } from '../../domain/oauth-apps/get-oauth-app';
import { listOauthApps } from '../../domain/oauth-apps/list-oauth-apps';
import { rotateOauthAppSecret } from '../../domain/oauth-apps/rotate-oauth-app-secret';
import { setOauthAppDomain } from '../../domain/oauth-apps/set-oauth-app-domain';
import { updateOauthApp } from '../../domain/oauth-apps/update-oauth-app';
import { procedure, router } from '../trpc';

/** Portal only. */
export const oauthAppsRouter = router({
  listOauthApps: procedure
    .input(listOauthAppsInput)
    .output(oauthAppList)
    .query(({ ctx, input }) => listOauthApps(ctx, input)),
  createOauthApp: procedure
    .meta({ repeatable: true })
    .input(createOauthAppInput)
    .output(oauthApp)
    .mutation(({ ctx, input }) => createOauthApp(ctx, input)),
  getOauthApp: procedure
    .input(oauthAppPath)
    .output(oauthApp)
    .query(({ ctx, input }) => getOauthApp(ctx, input)),
  updateOauthApp: procedure
    .input(updateOauthAppInput)
    .output(oauthApp)
    .mutation(({ ctx, input }) => updateOauthApp(ctx, input)),
  rotateOauthAppSecret: procedure
    .meta({ repeatable: true })
    .input(rotateOauthAppSecretInput)
    .output(oauthApp)
    .mutation(({ ctx, input }) => rotateOauthAppSecret(ctx, input)),
  setOauthAppDomain: procedure
    .input(setOauthAppDomainInput)
    .output(oauthApp)
    .mutation(({ ctx, input }) => setOauthAppDomain(ctx, input)),
  checkOauthAppDomain: procedure
    .input(oauthAppPath)
    .output(oauthApp)
    .mutation(({ ctx, input }) => checkOauthAppDomain(ctx, input)),
  deleteOauthApp: procedure
    .input(oauthAppPath)
    .output(oauthApp)
    .mutation(({ ctx, input }) => deleteOauthApp(ctx, input)),
});
