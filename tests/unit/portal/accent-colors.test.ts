import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACCENT_COLORS } from '../../../server/data-types/organization-codes';

/** The accent color of an organization is readable in the light and the dark theme (WCAG 2.2, 1.4.3). */

const css = readFileSync('app/globals.css', 'utf8');
type Pair = [light: string, dark: string];

function tokens(block: string): Record<string, Pair> {
  const pairs = block.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g);
  return Object.fromEntries([...pairs].map(([, name, light, dark]) => [name!, [light!, dark!]]));
}
const usual = tokens(/@theme \{([^}]*)\}/.exec(css)![1]!);
const accentOf = (name: string) => ({
  ...usual,
  ...tokens(new RegExp(`\\[data-accent='${name}'\\]\\) \\{([^}]*)\\}`).exec(css)?.[1] ?? ''),
});

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

describe('accent colors', () => {
  it('are defined, apart from the usual one', () => {
    const defined = [...css.matchAll(/\[data-accent='(\w+)'\]/g)].map(([, name]) => name);
    expect(['teal', ...defined].sort()).toEqual([...ACCENT_COLORS].sort());
  });

  it.each(ACCENT_COLORS)('%s has enough contrast with everything it meets', (name) => {
    const color = accentOf(name);
    const meets: [text: string, ground: string][] = [
      ['accent', 'paper'],
      ['accent', 'canvas'],
      ['accent', 'accent-tint'],
      ['accent-strong', 'paper'],
      ['ink', 'accent-tint'],
      ['ink-2', 'accent-tint'],
      ['critical', 'accent-tint'],
      ['abnormal', 'accent-tint'],
      ['info', 'accent-tint'],
      ['on-bar', 'bar-hover'],
    ];
    const low = meets.flatMap(([text, ground]) =>
      [0, 1].flatMap((theme) => {
        const ratio = contrast(color[text]![theme]!, color[ground]![theme]!);
        return ratio < 4.5 ? [`${text} on ${ground}: ${ratio.toFixed(2)}`] : [];
      }),
    );
    expect(low).toEqual([]);
  });
});
