import { createHmac } from 'node:crypto';
import { deriveSecrets } from '../../env';

/**
 * Keyed hashes of the MRNs of erased patients. Without `ENCRYPTION_KEYS` they reveal nothing. Made with the first key and
 * compared with each, so that they are valid as long as the key is kept.
 */
const hashBy = (secret: Buffer, orgId: string, mrn: string): string =>
  createHmac('sha256', secret).update(`${orgId} ${mrn}`).digest('base64url');

export const identifierHash = (orgId: string, mrn: string): string =>
  hashBy(deriveSecrets('erasure')[0], orgId, mrn);

export const possibleHashes = (orgId: string, mrn: string): string[] =>
  deriveSecrets('erasure').map((secret) => hashBy(secret, orgId, mrn));
