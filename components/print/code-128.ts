/** Code 128, subset B (ISO/IEC 15417), for ASCII text. */

/** Alternating widths of bars and spaces of each value, 11 modules in total. */
const WIDTHS = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
  123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
  232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
  313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
  111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
  111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
  114311 411113 411311 113141 114131 311141 411131`
  .trim()
  .split(/\s+/);
const START_B = 104;
const START_B_WIDTHS = '211214';
const STOP_WIDTHS = '2331112';

/** Blank margin on either side. */
const QUIET_MODULES = 10;

export interface Bars {
  /** In modules, with the quiet zones. */
  width: number;
  bars: { x: number; width: number }[];
}

/** Null for text that the subset cannot encode. */
export function code128(text: string): Bars | null {
  if (!/^[ -~]+$/.test(text)) return null;
  const values = Array.from(text, (sign) => sign.charCodeAt(0) - 32);
  const check = values.reduce((sum, value, at) => sum + value * (at + 1), START_B) % 103;
  const widths = [START_B_WIDTHS, ...[...values, check].map((value) => WIDTHS[value]!), STOP_WIDTHS].join('');
  const bars: Bars['bars'] = [];
  let x = QUIET_MODULES;
  for (let at = 0; at < widths.length; at++) {
    const width = Number(widths[at]);
    if (at % 2 === 0) bars.push({ x, width });
    x += width;
  }
  return { width: x + QUIET_MODULES, bars };
}
