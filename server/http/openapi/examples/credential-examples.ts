import type { Credential } from '../../../domain/credentials/contract';
import { ANSWER_IDS } from '../../../shared/example-ids';
import type { OperationExamples } from './example-parts';

const credential: Credential = {
  object: 'credential',
  type: 'api_key',
  id: ANSWER_IDS.key,
  name: 'Ward system',
  scopes: ['labs:read', 'labs:write', 'patients:read'],
  organization: { id: ANSWER_IDS.organization, name: 'Example Clinic' },
  livemode: true,
  rate_limits: [
    { name: 'default', requests: 600, seconds: 60 },
    { name: 'uploads', requests: 60, seconds: 60 },
    { name: 'batches', requests: 60, seconds: 60 },
  ],
  expires_at: '2027-11-02T08:30:00.000Z',
  user: null,
};

export const CREDENTIAL_EXAMPLES: Record<string, OperationExamples> = { getMe: { response: credential } };
