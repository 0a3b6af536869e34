import type { Page, Request } from '@playwright/test';
import { isFull } from '../../support/test-size';

/** The cost of a visit: transferred bytes, files, and layout shift. */

export interface Weight {
  /** Bytes as transferred on a first visit. */
  script: number;
  css: number;
  font: number;
  fonts: number;
  /** URLs of other origins. */
  foreign: string[];
  /** Cumulative layout shift. */
  shift: number;
}

export interface Scale {
  /** Called once the page is loaded; again after late content. */
  read(): Promise<Weight>;
  stop(): Promise<void>;
}

/**
 * Starts measuring a visit.
 * @param first with the cache disabled, as on a first visit. It compiles all scripts again, half a second of CPU, so for
 *   every page in the nightly run only
 */
export async function weigh(page: Page, origin: string, first = isFull): Promise<Scale> {
  const wire = first ? await page.context().newCDPSession(page) : null;
  await wire?.send('Network.enable');
  await wire?.send('Network.setCacheDisabled', { cacheDisabled: true });
  // Requested, with or without a response.
  const asked: string[] = [];
  const note = (request: Request) => void asked.push(request.url());
  page.on('request', note);
  const read = async (): Promise<Weight> => {
    // Layout shift includes that caused by hydration.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main')!).some((name) => name.startsWith('__react')),
    );
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    );
    const { files, shift } = await page.evaluate(measure);
    const of = (suffix: string) => files.filter(({ name }) => name.endsWith(suffix));
    const sum = (suffix: string) => of(suffix).reduce((bytes, one) => bytes + one.bytes, 0);
    return {
      script: sum('.js'),
      css: sum('.css'),
      font: sum('.woff2'),
      fonts: of('.woff2').length,
      foreign: asked.filter((address) => !OWN.test(address) && !address.startsWith(`${origin}/`)),
      shift,
    };
  };
  const stop = async () => {
    page.off('request', note);
    await wire?.detach();
  };
  return { read, stop };
}

/** In the page. */
function measure(): { files: { name: string; bytes: number }[]; shift: number } {
  // The browser counts 300 bytes for headers.
  const files = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
    ({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize + 300 }),
  );
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: 'layout-shift', buffered: true });
  const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[];
  observer.disconnect();
  return { files, shift: shifts.reduce((sum, { value }) => sum + value, 0) };
}

/** `chrome-extension:` is the browser's PDF viewer. */
const OWN = /^(?:data|blob|chrome|chrome-extension):/;
