import { credential, noInput } from '../../domain/credentials/contract';
import { getMe } from '../../domain/credentials/get-me';
import { procedure, router } from '../trpc';

export const credentialsRouter = router({
  getMe: procedure
    .meta({
      v1Only: true,
      openapi: {
        method: 'GET',
        path: '/v1/me',
        operationId: 'getMe',
        summary: 'Retrieve the credential of the request',
        description:
          'The API key or access token of the request: its organization, scopes, limits and expiry.',
        tags: ['Credential'],
      },
    })
    .input(noInput)
    .output(credential)
    .query(({ ctx }) => getMe(ctx)),
});
