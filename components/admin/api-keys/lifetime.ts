import { LIFE_CHOICES, SUGGESTED_LIFE_DAYS } from '@/server/domain/api-keys/rules';
import { count } from '../../format/numbers';

const DAY_MS = 86_400_000;

/** @param maxDays limit of the organization; null for none */
export function lifeChoices(maxDays: number | null): { value: string; label: string }[] {
  const days: number[] = LIFE_CHOICES.filter((choice) => maxDays === null || choice <= maxDays);
  if (maxDays !== null && maxDays < 365 && !days.includes(maxDays)) days.push(maxDays);
  return days.map((choice) => ({ value: String(choice), label: count(choice, 'day') }));
}

export const suggestedLife = (maxDays: number | null): string =>
  String(Math.min(SUGGESTED_LIFE_DAYS, maxDays ?? SUGGESTED_LIFE_DAYS));

/** @param from when the form was opened: another attempt must send the same time */
export const inDays = (days: string | null, from: number): string =>
  new Date(from + Number(days ?? SUGGESTED_LIFE_DAYS) * DAY_MS).toISOString();
