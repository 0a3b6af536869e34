import { hydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { fill } from './support/page-routes';
import { actAs, demoRecords, open, portal } from './support/page-session';
import { expect, test, url } from './support/portal';

const records = demoRecords();

test(
  'administrator uploads a logo, which pages and printouts show until it is removed',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'admin');
    await open(page, '/admin/settings');
    await hydrated(page);
    const part = page.getByRole('region', { name: 'Logo' });
    const file = page.getByLabel('Logo file');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(svg) });
    await expect(part.getByRole('alert')).toContainText('must be a PNG or JPEG file');
    await file.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(300_000) });
    await expect(part.getByRole('alert')).toContainText('The limit is 200 kB.');
    const drawn = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [240, 60];
      const paint = canvas.getContext('2d')!;
      paint.fillStyle = '#0a5f6d';
      paint.fillRect(0, 0, 240, 60);
      return canvas.toDataURL('image/png').split(',')[1]!;
    });
    const image = Buffer.from(drawn, 'base64');
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: image });
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Logo saved.');
    await expect(part.getByRole('alert')).toHaveCount(0);
    await expect(part.getByRole('img', { name: /^Logo of / })).toBeVisible();
    const shown = page.getByRole('banner').locator('img');
    await expect.poll(() => shown.evaluate((logo) => (logo as HTMLImageElement).naturalWidth)).toBe(240);
    expect((await shown.boundingBox())!.height).toBeLessThanOrEqual(32);
    await checkPage(page);

    const address = new URL((await shown.getAttribute('src'))!, url()).href;
    const answer = await page.request.get(address);
    expect(await answer.body()).toEqual(image);
    expect(answer.headers()).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect((await fetch(address)).status).toBe(401);
    expect((await page.request.get(`${url()}/api/portal/logo/${'0'.repeat(64)}`)).status()).toBe(404);

    await open(page, fill('/print/results/[resultId]', records().ids));
    await expect(page.getByRole('main').locator('img[src*="/logo/"]')).toBeVisible();
    await checkPage(page);

    await open(page, '/admin/settings');
    await part.getByRole('button', { name: 'Remove logo' }).click();
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Logo removed.');
    await expect(shown).toHaveCount(0);
    expect((await page.request.get(address)).status()).toBe(404);
  },
);

test.afterAll(() => portal('admin', 'organizations.removeOrganizationLogo', {}));
