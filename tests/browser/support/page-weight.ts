import type { Page } from '@playwright/test';

/** The cost of a first visit: transferred bytes, files, and layout shift. */

export interface Weight {
  /** Transferred bytes. */
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

const measured = new WeakSet<Page>();

/** Starts measuring a first visit, with the cache disabled. */
export async function weigh(page: Page, origin: string): Promise<Scale> {
  const seen = new Map<string, { kind: string; bytes: number }>();
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true });
  // Requested, with or without a response.
  const asked: string[] = [];
  wire.on('Network.requestWillBeSent', ({ request }) => asked.push(request.url));
  wire.on('Network.responseReceived', ({ requestId, type }) => seen.set(requestId, { kind: type, bytes: 0 }));
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = seen.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  if (!measured.has(page)) await page.addInitScript(watchShifts);
  measured.add(page);
  const read = async (): Promise<Weight> => {
    // Layout shift includes that caused by hydration.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main')!).some((name) => name.startsWith('__react')),
    );
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    );
    const all = [...seen.values()];
    const of = (kind: string) => all.filter((one) => one.kind === kind);
    const sum = (kind: string) => of(kind).reduce((bytes, one) => bytes + one.bytes, 0);
    return {
      script: sum('Script'),
      css: sum('Stylesheet'),
      font: sum('Font'),
      fonts: of('Font').length,
      foreign: asked.filter((address) => !OWN.test(address) && !address.startsWith(`${origin}/`)),
      shift: await page.evaluate(() => (window as unknown as { shifted: number }).shifted),
    };
  };
  return { read, stop: () => wire.detach() };
}

/** In the page. */
function watchShifts(): void {
  const moved = window as unknown as { shifted: number };
  moved.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      moved.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** `chrome-extension:` is the browser's PDF viewer. */
const OWN = /^(?:data|blob|chrome|chrome-extension):/;
