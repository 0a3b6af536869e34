/** `1 document`, `2 documents`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** `seal 13`, `seals 13 to 15`. */
export const sealRange = (from: number, to: number): string =>
  from === to ? `seal ${from}` : `seals ${from} to ${to}`;
