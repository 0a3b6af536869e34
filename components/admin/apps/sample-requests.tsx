import type { OauthApp } from '@/server/domain/oauth-apps/contract';
import { CodeBlock } from '../../docs/code-block';
import { Fold } from '../../ui/fold';

type SampleView = Pick<OauthApp, 'client_id' | 'redirect_uris' | 'scopes' | 'auth_method'>;

function authorizeAddress(issuer: string, app: SampleView): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: app.redirect_uris[0] ?? '',
    scope: app.scopes.join(' '),
    state: 'STATE',
    code_challenge: 'CHALLENGE',
    code_challenge_method: 'S256',
  });
  // %20 by RFC 3986: not every client decodes a plus.
  return `${issuer}/oauth/authorize?${query.toString().replaceAll('+', '%20')}`;
}

function tokenCommand(issuer: string, app: SampleView): string {
  const who = {
    client_secret_basic: `-u "${app.client_id}:$CLIENT_SECRET"`,
    client_secret_post: `-d client_id=${app.client_id} -d client_secret="$CLIENT_SECRET"`,
    none: `-d client_id=${app.client_id}`,
  }[app.auth_method];
  return `curl ${issuer}/oauth/token ${who} \\
  -d grant_type=authorization_code -d code="$CODE" -d code_verifier="$VERIFIER" \\
  --data-urlencode redirect_uri=${app.redirect_uris[0] ?? ''}`;
}

function librarySample(issuer: string, app: SampleView): string {
  const login = {
    client_secret_basic: 'client.ClientSecretBasic(process.env.CLIENT_SECRET)',
    client_secret_post: 'client.ClientSecretPost(process.env.CLIENT_SECRET)',
    none: 'client.None()',
  }[app.auth_method];
  return `import * as client from 'openid-client';

const config = await client.discovery(new URL('${issuer}'), '${app.client_id}', undefined,
  ${login}, { algorithm: 'oauth2' });

const verifier = client.randomPKCECodeVerifier(); // keep both in the user's session
const state = client.randomState();
const address = client.buildAuthorizationUrl(config, {
  redirect_uri: '${app.redirect_uris[0] ?? ''}',
  scope: '${app.scopes.join(' ')}',
  state,
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
});

// at the redirect URI; currentUrl is the full URL of the request
const tokens = await client.authorizationCodeGrant(config, currentUrl, {
  pkceCodeVerifier: verifier,
  expectedState: state,
});`;
}

export function SampleRequests({ issuer, app }: { issuer: string; app: SampleView }) {
  const samples = [
    { title: 'Authorization URL', code: authorizeAddress(issuer, app) },
    { title: 'Token request (curl)', code: tokenCommand(issuer, app) },
    { title: 'Complete flow (openid-client, JavaScript)', code: librarySample(issuer, app) },
  ];
  return samples.map(({ title, code }, index) => (
    <Fold key={title} look="part" title={title} open={index === 0}>
      <CodeBlock label={title} code={code} isWrapped />
    </Fold>
  ));
}
