import { metadata } from '../oauth/metadata';

/** SMART App Launch 2: the metadata of the authorization server, and what it can do of the guide. */
export const smartConfiguration = (): Record<string, unknown> => ({
  ...metadata(),
  capabilities: ['launch-standalone', 'client-public', 'client-confidential-symmetric'],
});
