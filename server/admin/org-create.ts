import { newRequestId, readId } from '../domain/ids';
import { createOrganisation } from '../domain/organisations/create-organisation';
import { upsertCatalog } from '../domain/catalog/upsert-catalog';
import { systemContext } from '../domain/system-actor';
import { catalogEntries } from '../seed/catalog-data';
import { SECOND_FACTOR_RULES } from '../domain/organisations/rules';
import { oneOf, type Command } from './arguments';

/** A new organisation begins with the example catalog, so that something can be ordered. */
export const orgCreate: Command = {
  name: 'org create',
  flags: {
    name: { value: 'NAME', required: true },
    slug: { value: 'SLUG', required: true },
    'sandbox-of': { value: 'SLUG' },
    'second-factor': { value: SECOND_FACTOR_RULES.join('|') },
  },
  async run(given) {
    const entries = await catalogEntries();
    const made = await createOrganisation(
      { door: 'admin', requestId: newRequestId(), ip: null },
      {
        name: given.need('name'),
        slug: given.need('slug'),
        sandbox_of: given.get('sandbox-of'),
        // A clinic that decides nothing is protected: whoever learns a password sees no patient.
        second_factor: oneOf('second-factor', given.get('second-factor') ?? 'everyone', SECOND_FACTOR_RULES),
      },
    );
    await upsertCatalog(systemContext(readId('organisation', made.id)!, 'admin'), entries);
    return made;
  },
};
