/** The part of simple-oauth2 that the tests use; the package has no types. */
declare module 'simple-oauth2' {
  interface AccessToken {
    token: Record<string, unknown>;
    expired(): boolean;
    refresh(): Promise<AccessToken>;
    revokeAll(): Promise<void>;
  }
  export class AuthorizationCode {
    constructor(options: {
      client: { id: string; secret: string };
      auth: { tokenHost: string; tokenPath: string; revokePath: string; authorizePath: string };
      options: { authorizationMethod: 'header' | 'body' };
    });
    authorizeURL(asked: { redirect_uri: string; scope: string; state: string }): string;
    getToken(given: { code: string; redirect_uri: string; code_verifier: string }): Promise<AccessToken>;
  }
}
