import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { PatientList, SearchPatientsInput } from './contract';
import { readPatients } from './list-patients';

/**
 * `listPatients` for clients whose filters must not be in a URL, because URLs are logged.
 * @throws DomainError `invalid_cursor`, `invalid_parameter`
 */
export function searchPatients(ctx: Context, input: SearchPatientsInput): Promise<PatientList> {
  return perform(ctx, { action: 'search_patients', kind: 'list', scope: 'patients:read' }, (tx) =>
    readPatients(tx, ctx, input),
  );
}
