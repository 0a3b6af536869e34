/** Administrative sex in words. */
import { SEX_WORDS } from '@/server/domain/patients/rules';
import { knownValue } from './words';

export const sexWord = (sex: string | null | undefined): string =>
  SEX_WORDS[knownValue(SEX_WORDS, sex) ?? 'unknown'];

/** "Female" is read without a label, "Not known" is not. */
export const needsNoLabel = (sex: string | null | undefined): boolean => sex === 'female' || sex === 'male';
