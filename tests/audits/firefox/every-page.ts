import type { Page } from 'puppeteer-core';
import { fillingOfDemo, fill, routesOfTree } from '../../browser/support/page-routes';
import type { Finding } from '../../support/finding';
import type { Scanned } from '../scan/service';

const WIDTHS = [1280, 390];

/** Each page of the portal and of the public site: its heading, its status, and whether it fits the window. */
export async function everyPage(
  page: Page,
  { api, html, trpc, service }: Scanned,
  report: (finding: Finding) => void,
): Promise<void> {
  const ids = await fillingOfDemo({
    api: (route, body) => api(body ? 'POST' : 'GET', route, body),
    html,
    portal: trpc,
    service: service.url,
  });
  const faults: string[] = [];
  const routes = routesOfTree();
  for (const { pattern } of routes) {
    const response = await page.goto(service.url + fill(pattern, ids), { waitUntil: 'load' });
    const status = response?.status();
    if (status !== 200) faults.push(`${pattern}: status ${status}`);
    for (const width of WIDTHS) {
      await page.setViewport({ width, height: 800 });
      const seen = await page.evaluate(() => ({
        heading: document.querySelector('h1')?.textContent ?? '',
        excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }));
      if (seen.heading === '') faults.push(`${pattern}: no heading`);
      if (seen.excess > 0) faults.push(`${pattern}: ${seen.excess} px too wide at ${width}`);
    }
  }
  report({
    name: 'pages with status, heading and width',
    measured: `${routes.length} pages, ${faults.length} faults${faults.map((fault) => `\n      ${fault}`).join('')}`,
    met: faults.length === 0,
  });
}
