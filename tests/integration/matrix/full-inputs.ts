import type { Place } from './scene';
import { madeInput } from '../../support/made-input';

/** Input of a mutation with every nested object present, so that each can get an unknown field. */
export function fullInput(path: string, { things, gone }: Place): Record<string, unknown> {
  const ids = path === 'patients.restorePatient' ? { ...things, patient: gone.patient! } : things;
  return madeInput(path, ids, { whole: true });
}
