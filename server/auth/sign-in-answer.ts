import type { z } from 'zod';
import type { FirstFactor } from './complete-sign-in';
import type { FactorAnswer } from './factors';
import { nameText } from '../data-types/contract-parts';
import { assertionSchema, attestationSchema, type Assertion } from './passkey-answer';

/** Sign-in forms. Each answer contains exactly one of the alternatives. */

const MOST_CODE = 40;
const nameSchema = nameText(60);

function readJson<T>(schema: z.ZodType<T>, json: string | undefined): T | null {
  if (!json) return null;
  try {
    const parsed = schema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export const readAssertion = (json: string | undefined): Assertion | null => readJson(assertionSchema, json);

export function readAnswer(
  fields: Readonly<Record<string, string | undefined>>,
): FactorAnswer | FirstFactor | null {
  const ways = (['code', 'passkey', 'new_totp', 'new_passkey'] as const).filter((name) => fields[name]);
  const [way] = ways;
  if (ways.length !== 1 || !way) return null;
  const given = fields[way]!;
  if (way === 'code') return given.length <= MOST_CODE ? { code: given } : null;
  if (way === 'new_totp') return given.length <= MOST_CODE ? { newTotp: given } : null;
  if (way === 'passkey') {
    const passkey = readAssertion(given);
    return passkey && { passkey };
  }
  const newPasskey = readJson(attestationSchema, given);
  const name = nameSchema.safeParse(fields.name ?? '');
  return newPasskey && name.success ? { newPasskey, name: name.data } : null;
}
