import type { Page } from '@playwright/test';

/** What a page costs whoever opens it for the first time: bytes as sent, files, and whether anything moved. */

export interface Weight {
  /** Bytes as they came over the wire. */
  script: number;
  css: number;
  font: number;
  fonts: number;
  /** Addresses of other origins. */
  foreign: string[];
  /** Cumulative layout shift. */
  shift: number;
}

/** Begins to watch; what it returns is asked for once the page is loaded. */
export async function weigh(page: Page, origin: string): Promise<() => Promise<Weight>> {
  const seen = new Map<string, { kind: string; url: string; bytes: number }>();
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  wire.on('Network.responseReceived', ({ requestId, type, response: { url } }) =>
    seen.set(requestId, { kind: type, url, bytes: 0 }),
  );
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = seen.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  await page.addInitScript(() => {
    const moved = window as unknown as { shifted: number };
    moved.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        moved.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    const all = [...seen.values()];
    const of = (kind: string) => all.filter((one) => one.kind === kind);
    const sum = (kind: string) => of(kind).reduce((bytes, one) => bytes + one.bytes, 0);
    return {
      script: sum('Script'),
      css: sum('Stylesheet'),
      font: sum('Font'),
      fonts: of('Font').length,
      foreign: all.flatMap(({ url }) => (OWN.test(url) || url.startsWith(`${origin}/`) ? [] : [url])),
      shift: await page.evaluate(() => (window as unknown as { shifted: number }).shifted),
    };
  };
}

/** `chrome-extension:` is the browser's own PDF viewer. */
const OWN = /^(?:data|blob|chrome|chrome-extension):/;
