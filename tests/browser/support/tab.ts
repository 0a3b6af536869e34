import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

/**
 * One tab for the tests of a worker: a new one costs a second of CPU, because the browser loads and compiles the scripts
 * again. Cookies, storage, routes, listeners, size and media are reset between tests. What cannot be reset, such as
 * an init script, gives the next test a new tab.
 */
export class Tab {
  #page: Page | undefined;
  #options = '';
  #isReusable = true;

  constructor(private readonly browser: Browser) {}

  async open(options: BrowserContextOptions): Promise<Page> {
    const wanted = JSON.stringify(options);
    if (this.#page && this.#options === wanted) return this.#page;
    await this.close();
    const context = await this.browser.newContext(options);
    const page = await context.newPage();
    this.#isReusable = true;
    for (const target of [context, page, context.clock])
      for (const name of LASTING) watchCalls(target, name, () => (this.#isReusable = false));
    this.#options = wanted;
    this.#page = page;
    return page;
  }

  /** After a test. @param origin whose storage is cleared */
  async reset(origin: string): Promise<void> {
    const page = this.#page;
    if (!page || !this.#isReusable || page.isClosed()) return this.close();
    const context = page.context();
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of LISTENED) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    if (page.url().startsWith(origin)) await page.evaluate(leave);
    // The last page must not react to the end of its session.
    await page.goto(`${origin}/healthz`);
    await context.clearCookies();
    await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: null, forcedColors: null });
    await page.setViewportSize(
      (JSON.parse(this.#options) as { viewport: { width: number; height: number } }).viewport,
    );
    await page.mouse.move(-1, -1);
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
    this.#page = undefined;
  }
}

/** Not all: Playwright's own listeners detect when a page ends. */
const LISTENED = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
];

const LASTING = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'install',
  'newCDPSession',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setFixedTime',
  'setOffline',
];

function watchCalls(target: object, name: string, called: () => void): void {
  const methods = target as Record<string, unknown>;
  const method = methods[name];
  if (typeof method !== 'function') return;
  methods[name] = (...args: unknown[]): unknown => {
    called();
    return Reflect.apply(method, target, args);
  };
}

/** In the page. */
async function leave(): Promise<void> {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
}
