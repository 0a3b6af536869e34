import { createHash } from 'node:crypto';

/** A number from 0 to below 1, the same for the same words. */
export const fraction = (...words: string[]): number =>
  createHash('sha256').update(words.join('\n')).digest().readUInt32BE(0) / 2 ** 32;

export const pick = <Item>(list: readonly Item[], ...words: string[]): Item =>
  list[Math.floor(fraction(...words) * list.length)]!;
