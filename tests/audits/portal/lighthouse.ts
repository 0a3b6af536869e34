import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Finding } from '../../support/finding';

/** Lighthouse by npx, at a pinned version, with the installed browser. */

const PACKAGE = 'lighthouse@12.8.2';
/** The fourth only for the documentation: all other pages exclude search engines. */
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const LEAST = 98;
const MOST_LCP_MS = 2_000;
const MOST_TBT_MS = 100;
export const PRESETS = ['phone', 'desktop'] as const;

const npx = (args: string[]) => promisify(execFile)('npx', ['--yes', PACKAGE, ...args], { maxBuffer: 1e8 });

/** Lighthouse occasionally loses its own recording (such as NO_NAVSTART), which is not the page's fault. */
const TRIES = 3;

async function measure(args: string[]): Promise<Report> {
  for (let tried = 1; ; tried++)
    try {
      return JSON.parse((await npx(args)).stdout) as Report;
    } catch (error) {
      const why = /Runtime error encountered: .*/.exec(String((error as Error).message))?.[0];
      if (!why || tried === TRIES) throw new Error(why ?? 'Lighthouse did not run.', { cause: error });
      process.stderr.write(`  once more: ${why}\n`);
    }
}

export const hasLighthouse = (): Promise<boolean> =>
  npx(['--version']).then(
    () => true,
    () => false,
  );

interface Report {
  categories: Record<(typeof CATEGORIES)[number], { score: number } | undefined>;
  audits: Record<string, { numericValue?: number; score: number | null; title: string } | undefined>;
  /** Lighthouse's measure of machine speed, needed to interpret the times. */
  environment: { benchmarkIndex: number };
}

export async function check(of: {
  name: string;
  url: string;
  preset: (typeof PRESETS)[number];
  runs: number;
  /** The browser's debugging port. */
  port: number;
  cookie: string | null;
}): Promise<Finding[]> {
  const reports: Report[] = [];
  for (let run = 0; run < of.runs; run++) {
    process.stderr.write(`- Lighthouse, ${of.name}, ${of.preset}, ${run + 1} of ${of.runs}\n`);
    const report = await measure([
      of.url,
      '--quiet',
      '--output=json',
      `--port=${of.port}`,
      `--only-categories=${CATEGORIES.filter((one) => one !== 'seo' || of.name === 'docs').join(',')}`,
      ...(of.preset === 'desktop' ? ['--preset=desktop'] : []),
      // Otherwise Lighthouse clears the session at the first page.
      ...(of.cookie === null
        ? []
        : ['--disable-storage-reset', `--extra-headers=${JSON.stringify({ Cookie: of.cookie })}`]),
    ]);
    reports.push(report);
  }
  const scores = CATEGORIES.flatMap((category) => {
    const each = reports.flatMap(({ categories }) => categories[category]?.score ?? []);
    return each.length > 0 ? [{ category, score: Math.round(median(each) * 100) }] : [];
  });
  const value = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? NaN));
  const [lcp, tbt, shift] = [
    value('largest-contentful-paint'),
    value('total-blocking-time'),
    value('cumulative-layout-shift'),
  ];
  const speed = median(reports.map(({ environment }) => environment.benchmarkIndex));
  const what = `${of.name}, ${of.preset}`;
  const low = scores.filter(({ score }) => score < LEAST);
  const why = reports[0]
    ? Object.values(reports[0].audits).flatMap((audit) =>
        audit && audit.score !== null && audit.score < 0.9 ? [audit.title] : [],
      )
    : [];
  return [
    {
      name: `Lighthouse, ${what}`,
      measured: `${scores.map(({ category, score }) => `${category} ${score}`).join(', ')}; largest paint ${lcp.toFixed(0)} ms, blocked ${tbt.toFixed(0)} ms, shift ${shift.toFixed(3)}, machine ${speed.toFixed(0)}${low.length > 0 ? `; ${why.slice(0, 6).join(' · ')}` : ''}`,
      met:
        low.length === 0 &&
        shift < 0.005 &&
        (of.preset === 'desktop' || (lcp <= MOST_LCP_MS && tbt <= MOST_TBT_MS)),
    },
  ];
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? NaN;
}
