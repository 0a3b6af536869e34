import type { Place } from './fixture';
import { madeInput } from '../../support/made-input';

/** Input of a mutation in which every nested object is present, so that each can be given an unknown member. */
export function fullInput(path: string, { things, gone }: Place): Record<string, unknown> {
  const ids = path === 'patients.restorePatient' ? { ...things, patient: gone.patient! } : things;
  return madeInput(path, ids, { whole: true });
}
