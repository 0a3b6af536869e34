import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Barcode } from '@/components/print/barcode';
import { newNumber } from '@/server/shared/check-digit';

/** Decodes the drawn bars like a scanner: by widths, with a separate table, independent of the code that draws them. */

/** The modules of the values 0 to 102 of ISO/IEC 15417, 1 for a bar: three hexadecimal digits for eleven modules. */
const MODULES =
  '6cc66c66649848c44c4c84c446464864462459c4dc4ce5cc4ec4e667265c64e6e467476e74c72c7267647347326d86c6' +
  '6365184584465884684626886286225b858e46e5d85c647677668e62e6e86e26ee75874671676876271a77a64278a530' +
  '50c4b048642c4265905844d04c24344326126507ba61447a53c4bc49e5e44f44f27a47947926de6f67b657851e45e5e8' +
  '5e27a87a25de5ee75e7ae';
const VALUES = new Map(
  MODULES.match(/.{3}/g)!.map((hex, value) => [parseInt(hex, 16).toString(2).padStart(11, '0'), value]),
);
const [START_B, STOP] = ['11010010000', '1100011101011'];

/** The bars from left to right, one digit per unit of the narrowest: 1 is black. */
function scan(svg: string): string {
  const [, total] = /viewBox="0 0 ([\d.]+) 1"/.exec(svg)!;
  const white = /<rect width="([\d.]+)" height="1" fill="white"/.exec(svg)![1];
  expect(white).toBe(total);
  const drawn = /<path d="([^"]*)" fill="black"/.exec(svg)![1]!;
  const bars = [...drawn.matchAll(/M([\d.]+) 0h([\d.]+)v1h-\2z/g)].map(
    ([, x, width]) => [+x!, +width!] as const,
  );
  expect(bars.map(([x, width]) => `M${x} 0h${width}v1h-${width}z`).join('')).toBe(drawn);
  const narrowest = Math.min(...bars.map(([, width]) => width));
  const modules = Array<string>(Math.round(Number(total) / narrowest)).fill('0');
  for (const [x, width] of bars)
    modules.fill('1', Math.round(x / narrowest), Math.round((x + width) / narrowest));
  return modules.join('');
}

function decode(svg: string): string {
  const [, before, code, after] = /^(0*)(1.*1)(0*)$/.exec(scan(svg))!;
  // ISO/IEC 15417 requires a quiet zone of ten modules on both sides.
  expect(Math.min(before!.length, after!.length)).toBeGreaterThanOrEqual(10);
  expect(code!.startsWith(START_B)).toBe(true);
  expect(code!.endsWith(STOP)).toBe(true);
  const symbols = code!.slice(START_B.length, -STOP.length).match(/.{1,11}/g)!;
  const values = symbols.map((modules) => VALUES.get(modules) ?? NaN);
  const check = values.pop();
  expect(check).toBe(values.reduce((sum, value, at) => sum + value * (at + 1), 104) % 103);
  return String.fromCharCode(...values.map((value) => value + 32));
}

const drawn = (text: string) =>
  renderToStaticMarkup(createElement(Barcode, { text, name: 'Barcode of the order' }));

describe('order barcode', () => {
  it('decodes to its number, for any number', () => {
    expect(VALUES.size).toBe(103);
    for (let nth = 0; nth < 500; nth++) {
      const number = newNumber();
      expect(decode(drawn(number))).toBe(number);
    }
  });

  it('decodes to any ASCII text', () => {
    const signs = Array.from({ length: 95 }, (_, nth) => String.fromCharCode(32 + nth)).join('');
    expect(decode(drawn(signs))).toBe(signs);
    for (const text of ['A', '~', ' ', 'zz', '00000000000']) expect(decode(drawn(text))).toBe(text);
  });

  it('has a label, its number in digits below, and a scannable size', () => {
    const svg = drawn('12345678903');
    expect(svg).toMatch(/<svg role="img" aria-label="Barcode of the order"/);
    expect(svg).toContain('<figcaption>12345678903</figcaption>');
    const [, width, height] = /width="([\d.]+)mm" height="([\d.]+)mm"/.exec(svg)!;
    // A module of 0.25 mm and bars of half an inch: handheld scanners begin to fail below that.
    expect(Number(width) / scan(svg).length).toBeGreaterThanOrEqual(0.25);
    expect(Number(height)).toBeGreaterThanOrEqual(12.7);
  });

  it('is omitted when it would be unreadable', () => {
    for (const text of ['', 'é', '1\n', '\u0660']) expect(drawn(text)).toBe('');
  });
});
