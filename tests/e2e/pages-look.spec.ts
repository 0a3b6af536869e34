import type { Locator } from '@playwright/test';
import { expect, test } from './support/portal';
import { checkBanner, checkPage, differing, greysOf } from './support/page-checks';
import { actAs, api, demoRecords, newPatient, open } from './support/page-session';

/** What must be seen whatever the name and whatever the colours: the patient and the mark. */

const records = demoRecords();

const NAMES = [
  ['Wolfeschlegelstein'.repeat(4).slice(0, 60), 'Ambrosius-'.repeat(6)],
  ['Ø', 'U'],
  ['حداد', 'سمير'],
] as const;

for (const [family, given] of NAMES) {
  test(`the banner shows ${family} whole, at the narrowest width`, async ({ page }) => {
    await actAs(page, 'admin');
    const made = await newPatient(family, given);
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, `/patients/${made.id}`);
    await checkBanner(page, made);
    const name = page.locator('.patient-banner p');
    const isCut = await name.evaluate(
      (box) => box.scrollWidth > box.clientWidth || getComputedStyle(box).textOverflow !== 'clip',
    );
    expect(isCut).toBe(false);
    await checkPage(page);
    await api(`/v1/patients/${made.id}`, undefined, 'DELETE');
  });
}

const COLOURS = [
  {},
  { forcedColors: 'active', colorScheme: 'dark' },
  { forcedColors: 'active', colorScheme: 'light' },
] as const;
const READ_APART = 12;

for (const colours of COLOURS) {
  test(`marks stay apart without colour ${JSON.stringify(colours)}`, async ({ page }) => {
    await actAs(page, 'admin');
    await page.emulateMedia(colours);
    const { patientId, resultId } = records().ids;
    await open(page, `/patients/${patientId}/results/${resultId}`);
    const greys = async (letters: string) => {
      const mark = page.locator('.report-table .spine', { has: page.getByText(letters, { exact: true }) });
      return greysOf(page, await mark.locator('svg').first().screenshot());
    };
    const [critical, high, low] = [await greys('HH'), await greys('H'), await greys('L')];
    for (const [a, b] of [
      [critical, high],
      [critical, low],
      [high, low],
    ] as const)
      expect(differing(a, b)).toBeGreaterThan(READ_APART);
    // Something is drawn, and in the plate of a critical mark the chevrons are seen.
    const blank = high.map(() => high[0]!);
    expect(differing(high, blank)).toBeGreaterThan(READ_APART);
    const plate = critical.map(() => critical[10 * 20 + 1]!);
    const inner = (all: number[]) =>
      all.filter((_grey, at) => at % 20 > 2 && at % 20 < 17 && at > 60 && at < 340);
    expect(differing(inner(critical), inner(plate))).toBeGreaterThan(READ_APART);
  });
}

for (const width of [390, 320])
  test(`the sections stand in one row at ${width} px, the open one in sight, and each comes into sight with the focus`, async ({
    page,
  }) => {
    await actAs(page, 'admin');
    await page.setViewportSize({ width, height: 844 });
    for (const [path, label] of [
      ['/account/security', 'Account'],
      ['/admin/audit', 'Administration'],
      [`/patients/${records().ids.patientId}/access-log`, 'Chart'],
    ] as const) {
      await open(page, path);
      const sections = page.getByRole('navigation', { name: label, exact: true });
      expect((await sections.boundingBox())!.height, path).toBeLessThan(64);
      const inSight = (link: Locator) =>
        expect(async () => {
          const { x, width: wide } = (await link.boundingBox())!;
          expect(x).toBeGreaterThanOrEqual(-1);
          expect(x + wide).toBeLessThanOrEqual(width + 1);
        }).toPass();
      await inSight(sections.locator('[aria-current]'));
      const links = await sections.getByRole('link').all();
      await links[0]!.focus();
      for (const link of links) {
        await expect(link).toBeFocused();
        await inSight(link);
        await page.keyboard.press('Tab');
      }
    }
  });
