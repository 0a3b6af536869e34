import type { z } from 'zod';
import type { FirstFactor } from './complete-sign-in';
import type { FactorAnswer } from './factors';
import { assertionSchema, attestationSchema, type Assertion } from './passkeys';

/** What a form answers with: exactly one of its ways. Anything else is no answer. */

const MOST_CODE = 40;
const MOST_NAME = 60;

function readJson<T>(schema: z.ZodType<T>, text: string | undefined): T | null {
  if (!text) return null;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export const readAssertion = (text: string | undefined): Assertion | null => readJson(assertionSchema, text);

export function readAnswer(
  fields: Readonly<Record<string, string | undefined>>,
): FactorAnswer | FirstFactor | null {
  const ways = (['code', 'passkey', 'new_totp', 'new_passkey'] as const).filter((name) => fields[name]);
  const [way] = ways;
  if (ways.length !== 1 || !way) return null;
  const text = fields[way]!;
  if (way === 'code') return text.length <= MOST_CODE ? { code: text } : null;
  if (way === 'new_totp') return text.length <= MOST_CODE ? { newTotp: text } : null;
  if (way === 'passkey') {
    const passkey = readAssertion(text);
    return passkey && { passkey };
  }
  const newPasskey = readJson(attestationSchema, text);
  const name = (fields.name ?? '').trim();
  return newPasskey && name !== '' && name.length <= MOST_NAME ? { newPasskey, name } : null;
}
