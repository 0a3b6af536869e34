import { z } from 'zod';
import {
  begunSignOn,
  domainInput,
  listSignOnFailuresInput,
  noInput,
  ownIdentity,
  saveIdentityProviderInput,
  setSingleSignOnInput,
  signOnFailureList,
  singleSignOn,
  unlinkIdentityInput,
} from '../../domain/single-sign-on/contract';
import { addIdentityDomain } from '../../domain/single-sign-on/add-identity-domain';
import { beginIdentityLink, beginSignOnTest } from '../../domain/single-sign-on/begin-sign-on';
import { createTokenKey } from '../../domain/single-sign-on/create-token-key';
import { deleteIdentityProvider } from '../../domain/single-sign-on/delete-identity-provider';
import { deleteTokenKeys } from '../../domain/single-sign-on/delete-token-keys';
import { getOwnIdentity } from '../../domain/single-sign-on/get-own-identity';
import { getSingleSignOn } from '../../domain/single-sign-on/get-single-sign-on';
import { listSignOnFailures } from '../../domain/single-sign-on/list-sign-on-failures';
import { removeIdentityDomain } from '../../domain/single-sign-on/remove-identity-domain';
import { saveIdentityProvider } from '../../domain/single-sign-on/save-identity-provider';
import { setSingleSignOn } from '../../domain/single-sign-on/set-single-sign-on';
import { unlinkIdentity } from '../../domain/single-sign-on/unlink-identity';
import { verifyIdentityDomain } from '../../domain/single-sign-on/verify-identity-domain';
import { procedure, router } from '../trpc';

/** Portal only. */
export const singleSignOnRouter = router({
  getSingleSignOn: procedure
    .input(noInput)
    .output(singleSignOn)
    .query(({ ctx }) => getSingleSignOn(ctx)),
  saveIdentityProvider: procedure
    .input(saveIdentityProviderInput)
    .output(singleSignOn)
    .mutation(({ ctx, input }) => saveIdentityProvider(ctx, input)),
  deleteIdentityProvider: procedure
    .input(noInput)
    .output(z.void())
    .mutation(({ ctx }) => deleteIdentityProvider(ctx)),
  createTokenKey: procedure
    .meta({ repeatable: true })
    .input(noInput)
    .output(singleSignOn)
    .mutation(({ ctx }) => createTokenKey(ctx)),
  deleteTokenKeys: procedure
    .input(noInput)
    .output(singleSignOn)
    .mutation(({ ctx }) => deleteTokenKeys(ctx)),
  setSingleSignOn: procedure
    .input(setSingleSignOnInput)
    .output(singleSignOn)
    .mutation(({ ctx, input }) => setSingleSignOn(ctx, input)),
  addIdentityDomain: procedure
    .meta({ repeatable: true })
    .input(domainInput)
    .output(singleSignOn)
    .mutation(({ ctx, input }) => addIdentityDomain(ctx, input)),
  verifyIdentityDomain: procedure
    .input(domainInput)
    .output(singleSignOn)
    .mutation(({ ctx, input }) => verifyIdentityDomain(ctx, input)),
  removeIdentityDomain: procedure
    .input(domainInput)
    .output(singleSignOn)
    .mutation(({ ctx, input }) => removeIdentityDomain(ctx, input)),
  beginSignOnTest: procedure
    .input(noInput)
    .output(begunSignOn)
    .mutation(({ ctx }) => beginSignOnTest(ctx)),
  beginIdentityLink: procedure
    .input(noInput)
    .output(begunSignOn)
    .mutation(({ ctx }) => beginIdentityLink(ctx)),
  listSignOnFailures: procedure
    .input(listSignOnFailuresInput)
    .output(signOnFailureList)
    .query(({ ctx, input }) => listSignOnFailures(ctx, input)),
  getOwnIdentity: procedure
    .input(noInput)
    .output(ownIdentity)
    .query(({ ctx }) => getOwnIdentity(ctx)),
  unlinkIdentity: procedure
    .input(unlinkIdentityInput)
    .output(z.void())
    .mutation(({ ctx, input }) => unlinkIdentity(ctx, input)),
});
