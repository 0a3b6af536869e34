/** What is said of applications. */
import type { OauthApp } from '@/server/domain/oauth-apps/contract';

export const KIND_WORDS: Record<OauthApp['kind'], { label: string; detail: string }> = {
  confidential: {
    label: 'It runs on a server',
    detail: 'It has a secret that only its makers know.',
  },
  public: {
    label: 'It runs on the devices of people',
    detail: 'A program, a phone app or a page in the browser: it can keep no secret and has none.',
  },
};

export const METHOD_WORDS: Record<OauthApp['auth_method'], string> = {
  client_secret_basic: 'in the header (client_secret_basic)',
  client_secret_post: 'in the body (client_secret_post)',
  none: 'it has no secret',
};
