import { newRequestId, readId } from '../shared/ids';
import { createOrganization } from '../domain/organizations/create-organization';
import { upsertCatalog } from '../domain/catalog/upsert-catalog';
import { systemContext } from '../shared/system-actor';
import { catalogEntries } from '../demo/catalog-data';
import { KEY_DAYS } from '../domain/organizations/rules';
import { SECOND_FACTOR_RULES } from '../data-types/organization-codes';
import { oneOf, UsageError, wholeNumber, type Command } from './arguments';

/** Includes the example catalog, so that tests can be ordered. */
export const orgCreate: Command = {
  name: 'org create',
  flags: {
    name: { value: 'NAME', required: true },
    slug: { value: 'SLUG', required: true },
    'sandbox-of': { value: 'SLUG' },
    'second-factor': { value: SECOND_FACTOR_RULES.join('|') },
    'key-days': { value: 'DAYS|none' },
  },
  async run(given) {
    const entries = await catalogEntries();
    const made = await createOrganization(
      { transport: 'admin', requestId: newRequestId(), ip: null },
      {
        name: given.need('name'),
        slug: given.need('slug'),
        sandbox_of: given.get('sandbox-of'),
        // Secure by default: a stolen password alone gives no access to patients.
        second_factor: oneOf('second-factor', given.get('second-factor') ?? 'everyone', SECOND_FACTOR_RULES),
        key_max_days: readKeyDays(given.get('key-days')),
      },
    );
    await upsertCatalog(systemContext(readId('organization', made.id)!, 'admin'), entries);
    return made;
  },
};

function readKeyDays(text: string | undefined): number | null {
  if (text === 'none') return null;
  const days = wholeNumber('key-days', text) ?? KEY_DAYS.usual;
  if (days < KEY_DAYS.least || days > KEY_DAYS.most)
    throw new UsageError(`--key-days must be ${KEY_DAYS.least} to ${KEY_DAYS.most}, or none.`);
  return days;
}
