import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { initialsOf, tintOf } from '../../../components/ui/avatar';

/** Initials and their colors. */

it.each([
  ['Dr. Kim Clinician', 'KC'],
  ['Robin Admin', 'RA'],
  ['Ana María López', 'AL'],
  ['Cher', 'C'],
  ['émile zola', 'ÉZ'],
  ['王 小明', '王小'],
  ['🙂', ''],
  ['', ''],
])('initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it('each ID has one of eight colors, and IDs spread over all of them', () => {
  const tints = Array.from({ length: 400 }, (_unused, nth) => tintOf(`pat_${(nth * 7_919).toString(36)}`));
  expect(new Set(tints)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  expect(tintOf('pat_01')).toBe(tintOf('pat_01'));
});

it('initials have a contrast of at least 4.5 in the light and in the dark theme', () => {
  const css = readFileSync('app/avatars.css', 'utf8');
  const pairs = (name: string) =>
    [...css.matchAll(new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`, 'g'))].map(
      ([, light, dark]) => [light!, dark!],
    );
  const [backgrounds, inks] = [pairs('avatar'), pairs('avatar-ink')];
  expect(backgrounds).toHaveLength(8);
  const contrasts = backgrounds.flatMap((pair, tint) =>
    pair.map((background, theme) => contrast(background, inks[tint]![theme]!)),
  );
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
});

/** WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}
