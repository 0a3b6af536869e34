import type { Guide } from './guide';

export const AUTHENTICATION: Guide = {
  slug: 'authentication',
  title: 'Authentication',
  summary: 'API keys for servers, OAuth 2.0 for applications that act for a person, and what scopes allow.',
  sections: [
    {
      title: 'API keys',
      blocks: [
        'A key is for a server: never in a browser, a phone or a repository. It goes into `Authorization: Bearer` of every request. It belongs to one organization, holds scopes, has an end, and can be bound to addresses. The pattern for secret scanners is `clin_(live|test)_[0-9A-Za-z]{49}`.',
        'Replace a key before it ends: the new one is made beside it, and both are good for up to seven days.',
        {
          sample: {
            file: 'credentials.sh',
            does: 'Without a key, with a wrong one, with yours',
            code: `ask() {
  curl --silent --output /dev/null --write-out '%{http_code}\\n' "$CLINICAL_URL/v1/patients?limit=1" "$@"
}
ask                                               # 401 missing_credentials
ask --header "Authorization: Bearer clin_live_x"  # 401 invalid_credentials
ask --header "Authorization: Bearer $API_KEY"     # 200`,
          },
        },
        'An unknown, an expired and a revoked key have the same answer: nobody can probe keys. Without a credential everything under `/v1` is 401, also what does not exist.',
      ],
    },
    {
      title: 'Scopes',
      blocks: [
        'Each operation names the scope that it needs; without it the answer is 403 `insufficient_scope` with `required_scopes`.',
        {
          list: [
            '`patients:read`, `patients:write`: patient records',
            '`labs:read`, `labs:write`: orders, results and the catalog',
            '`documents:read`, `documents:write`: documents and their bytes',
            '`webhooks:manage`: where events are sent',
          ],
        },
        'Events are seen with the scope of what they tell of.',
      ],
    },
    {
      title: 'Acting for a person',
      blocks: [
        'An application that acts for a person uses OAuth 2.0: authorization code with PKCE, for every kind of application. An administrator registers it under Admin, Applications, with its redirect addresses and scopes. Everything machine-readable stands at `/.well-known/oauth-authorization-server`; libraries read it.',
        {
          sample: {
            file: 'authorize.mjs',
            does: 'The address to send the browser to',
            code: `import { createHash, randomBytes } from 'node:crypto';

const { CLINICAL_URL, CLIENT_ID, REDIRECT_URI } = process.env;
const metadata = await (await fetch(CLINICAL_URL + '/.well-known/oauth-authorization-server')).json();

// Kept with the person's session on your side until the code comes back.
const verifier = randomBytes(32).toString('base64url');
const state = randomBytes(16).toString('base64url');

const address = new URL(metadata.authorization_endpoint);
address.search = new URLSearchParams({
  response_type: 'code',
  client_id: CLIENT_ID,
  redirect_uri: REDIRECT_URI,
  scope: 'patients:read labs:read',
  state,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}).toString();
console.log(JSON.stringify({ address, verifier, state }));`,
          },
        },
        'The person signs in, sees what the application asks for, may leave scopes out, and comes back to your address with `code`, `state` and `iss`. Compare `state` with yours and `iss` with `issuer` of the metadata. The code is good for 60 seconds and once.',
        {
          sample: {
            file: 'token.mjs',
            does: 'The code for tokens, and later the refresh token for new ones',
            code: `const { CLINICAL_URL, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, CODE, VERIFIER } = process.env;

async function tokens(parameters) {
  const response = await fetch(CLINICAL_URL + '/oauth/token', {
    method: 'POST',
    headers: {
      Authorization: 'Basic ' + Buffer.from([CLIENT_ID, CLIENT_SECRET].map(encodeURIComponent).join(':')).toString('base64'),
    },
    body: new URLSearchParams(parameters),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error + ': ' + answer.error_description);
  return answer;
}

const first = await tokens({
  grant_type: 'authorization_code',
  code: CODE,
  redirect_uri: REDIRECT_URI,
  code_verifier: VERIFIER,
});
console.log(first.token_type, first.expires_in, first.scope);

// Good once: store the new one before you use it, and never refresh twice at the same time.
const second = await tokens({ grant_type: 'refresh_token', refresh_token: first.refresh_token });
console.log(second.refresh_token !== first.refresh_token);`,
          },
        },
        {
          list: [
            'An access token lasts an hour. `scope` of the answer is text with spaces; the claim inside the token is a list.',
            'A code or refresh token that comes a second time ends everything that came from that consent, because it was copied.',
            'What a person or an administrator takes back stops working within a second, access tokens included.',
            'Refusals of `/oauth` follow RFC 6749 (`error`, `error_description`), not the problem documents of `/v1`.',
          ],
        },
      ],
    },
  ],
};
