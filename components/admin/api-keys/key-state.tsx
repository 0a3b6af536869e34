/** The state of a key in words; what asks for attention is set apart by weight, never by colour alone. */
import type { ApiKey } from '@/server/domain/api-keys/contract';
import { keyStates } from './key-words';

export function KeyStateWords({ apiKey, zone, now }: { apiKey: ApiKey; zone: string; now: number }) {
  return keyStates(apiKey, zone, now).map(({ words, marked }) => (
    <span key={words} className={`block ${marked ? 'font-semibold' : ''}`}>
      {words}
    </span>
  ));
}
