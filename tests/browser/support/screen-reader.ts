import type { Locator } from '@playwright/test';
import { build } from 'esbuild';

/** The phrases that a screen reader announces for a part of the page. */

interface Reader {
  virtual: {
    start(at: { container: Node }): Promise<void>;
    next(): Promise<void>;
    stop(): Promise<void>;
    lastSpokenPhrase(): Promise<string>;
    spokenPhraseLog(): Promise<string[]>;
  };
}

let source: Promise<string> | undefined;
const MOST_PHRASES = 200;

/** The package is an ES module; the page's policy allows none, so it is injected as one expression. */
const bundled = (): Promise<string> =>
  (source ??= build({
    stdin: {
      contents: `export { virtual } from '@guidepup/virtual-screen-reader/browser.js'`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'screenReader',
    logLevel: 'error',
  }).then(({ outputFiles }) => `${outputFiles[0]!.text};window.screenReader = screenReader;`));

export async function spoken(part: Locator): Promise<string[]> {
  const page = part.page();
  if (!(await page.evaluate(() => 'screenReader' in window))) await page.evaluate(await bundled());
  return part.evaluate(async (container, most) => {
    const { virtual } = (window as unknown as { screenReader: Reader }).screenReader;
    await virtual.start({ container });
    const first = await virtual.lastSpokenPhrase();
    for (let phrase = 0; phrase < most; phrase++) {
      await virtual.next();
      if ((await virtual.lastSpokenPhrase()) === first) break;
    }
    const log = await virtual.spokenPhraseLog();
    await virtual.stop();
    return log.slice(0, -1);
  }, MOST_PHRASES);
}
