import type { OauthApp } from '@/server/domain/oauth-apps/contract';

export const KIND_WORDS: Record<OauthApp['kind'], { label: string; detail: string }> = {
  confidential: {
    label: 'Confidential client (server)',
    detail: 'Runs on a server and keeps a client secret.',
  },
  public: {
    label: 'Public client (mobile, desktop, browser)',
    detail: 'Runs on user devices and has no secret.',
  },
};

export const METHOD_WORDS: Record<OauthApp['auth_method'], string> = {
  client_secret_basic: 'Secret in the header (client_secret_basic)',
  client_secret_post: 'Secret in the body (client_secret_post)',
  none: 'None',
};
