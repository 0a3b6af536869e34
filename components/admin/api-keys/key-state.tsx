/** Warnings are set apart by weight, never by color alone. */
import { useFormat } from '#format';
import type { RotatedKey } from '@/server/domain/api-keys/contract';
import { keyStates } from './key-words';

export function KeyStateWords({ apiKey, now }: { apiKey: RotatedKey; now: number }) {
  const format = useFormat();
  return keyStates(apiKey, format, now).map(({ words, marked }, index) => (
    // On a phone the first one follows the label of the cell.
    <span key={words} className={`${index === 0 ? 'md:block' : 'block'} ${marked ? 'font-semibold' : ''}`}>
      {words}
    </span>
  ));
}
