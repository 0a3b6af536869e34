/** Warnings are set apart by weight, never by color alone. */
import { useFormat } from '#format';
import type { ApiKey } from '@/server/domain/api-keys/contract';
import { keyStates } from './key-words';

export function KeyStateWords({ apiKey, now }: { apiKey: ApiKey; now: number }) {
  const format = useFormat();
  return keyStates(apiKey, format, now).map(({ words, marked }) => (
    <span key={words} className={`block ${marked ? 'font-semibold' : ''}`}>
      {words}
    </span>
  ));
}
