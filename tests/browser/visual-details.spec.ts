import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/portal';
import { openHydrated } from './support/hydrated';
import { fileReports, type Line } from './support/own-report';
import { checkBanner, checkPage, differing, greysOf } from './support/page-checks';
import { actAs, api, demoRecords, newPatient, open } from './support/page-session';

/** Patient and flags must be readable with any name and any colors. */

const records = demoRecords();

const NAMES = [
  ['Wolfeschlegelstein'.repeat(4).slice(0, 60), 'Ambrosius-'.repeat(6)],
  ['Ø', 'U'],
  ['حداد', 'سمير'],
] as const;

for (const [family, given] of NAMES) {
  test(`banner shows ${family} completely at the narrowest width`, { tag: '@nightly' }, async ({ page }) => {
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

test(
  'accents do not overlap the next letter, and Vietnamese capitals come from the font',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'admin');
    const { id } = await newPatient('Nguyễn', 'Văn Ẩn');
    await open(page, `/patients/${id}`);
    const banner = page.locator('.patient-banner p').first();
    await expect(banner).toContainText('NGUYỄN, Văn Ẩn');
    // A font that loads late is used on the next page (docs/decisions/0025).
    await expect(async () => {
      await page.reload();
      for (const media of ['screen', 'print'] as const) {
        await page.emulateMedia({ media });
        const drawn = await glyphsOf(page, '.patient-banner p');
        for (const font of drawn)
          expect(font).toMatchObject({
            familyName: expect.stringMatching(/^IBM Plex Sans/),
            isCustomFont: true,
          });
        // One glyph for each character: a separate accent would be misplaced.
        const glyphs = drawn.reduce((sum, { glyphCount }) => sum + glyphCount, 0);
        expect(glyphs).toBe((await banner.innerText()).length);
      }
    }).toPass();
    // Latin Extended-A and -B and Additional, as one character and as a letter with its marks.
    const sticksOut = await page.evaluate(() => {
      const pen = document.createElement('canvas').getContext('2d')!;
      const family = getComputedStyle(document.body).fontFamily;
      const codes = [...Array(0x250 - 0x100).keys()].map((nth) => 0x100 + nth);
      codes.push(...[...Array(0x100).keys()].map((nth) => 0x1e00 + nth));
      // The caron of ď is next to it.
      const letters = codes
        .map((code) => String.fromCodePoint(code))
        .filter((letter) => letter !== 'ď' && letter !== 'Ď');
      return [400, 700].flatMap((weight) => {
        pen.font = `${weight} 100px ${family}`;
        return letters
          .flatMap((letter) => [letter, letter.toUpperCase(), letter.normalize('NFD')])
          .filter((letter) => {
            const { actualBoundingBoxRight: right, width } = pen.measureText(letter);
            return right - width > 12;
          });
      });
    });
    expect(sticksOut).toEqual([]);
    await api(`/v1/patients/${id}`, undefined, 'DELETE');
  },
);

test(
  'no bar covers the patient of a scrolled page, at the width of a tablet or a laptop',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const { patientId, resultId } = records().ids;
    for (const width of [820, 1024, 1279, 1280]) {
      await page.setViewportSize({ width, height: 600 });
      for (const [path, part] of [
        [`/patients/${patientId}`, '.patient-banner'],
        [`/inbox/${resultId}`, '.inbox-identity'],
      ] as const) {
        await open(page, path);
        await page.evaluate(() => window.scrollTo(0, 400));
        const isVisible = () =>
          page.locator(`${part} bdi, ${part} p`).evaluateAll((texts, bar) => {
            const { left, top, height } = texts[0]!.getBoundingClientRect();
            return Boolean(document.elementFromPoint(left + 60, top + height / 2)?.closest(bar));
          }, part);
        await expect.poll(isVisible, `${path}, ${width}`).toBe(true);
      }
    }
  },
);

interface DrawnFont {
  familyName: string;
  isCustomFont: boolean;
  glyphCount: number;
}

/** The rendering of an element. */
async function glyphsOf(page: Page, selector: string): Promise<DrawnFont[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  await devtools.detach();
  return fonts;
}

const COLOURS = [
  {},
  { forcedColors: 'active', colorScheme: 'dark' },
  { forcedColors: 'active', colorScheme: 'light' },
] as const;
const READ_APART = 12;
const MARKED: [mark: string, of: Partial<Line>][] = [
  ...['HH', 'LL', 'AA', 'H', 'L', 'A'].map((flag): [string, Partial<Line>] => [flag, { flag }]),
  ['not classified', {}],
  ['not done', { status: 'X' }],
];

test('marks differ by shape alone: in gray and in forced colors', { tag: '@nightly' }, async ({ page }) => {
  const patient = await newPatient('Marks', 'All');
  const lines = MARKED.map(([test, of]) => ({ test: `Test ${test}`, value: '1', ...of }));
  const { marks } = await fileReports(
    { patient, connectionId: records().ids.connectionId! },
    { marks: { at: '20260301080000', lines } },
  );
  await actAs(page, 'admin');
  // Fully visible: a scrolled row may be behind the banner.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await open(page, `/patients/${patient.id}/results/${marks}`);
  for (const colors of COLOURS) {
    await page.emulateMedia(colors);
    const greys: Record<string, number[]> = {};
    for (const [mark] of MARKED) {
      const row = page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^Test ${mark}\\b`) }) });
      greys[mark] = await greysOf(page, await row.locator('.spine svg').first().screenshot());
    }
    const alike = MARKED.flatMap(([one], nth) =>
      MARKED.slice(nth + 1).flatMap(([other]) =>
        differing(greys[one]!, greys[other]!) > READ_APART ? [] : [`${one} as ${other}`],
      ),
    );
    // Something is drawn: normal values have no flag.
    const blank = MARKED.flatMap(([mark]) =>
      differing(
        greys[mark]!,
        greys[mark]!.map(() => greys.H![0]!),
      ) > READ_APART
        ? []
        : [mark],
    );
    expect({ alike, blank }, JSON.stringify(colors)).toEqual({ alike: [], blank: [] });
  }
  await api(`/v1/patients/${patient.id}`, undefined, 'DELETE');
});

for (const width of [390, 320])
  test(
    `sections are in one row at ${width} px with the open one visible, and focus scrolls to each`,
    { tag: '@nightly' },
    async ({ page }) => {
      await actAs(page, 'admin');
      await page.setViewportSize({ width, height: 844 });
      for (const [path, label] of [
        ['/account/security', 'Account'],
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
    },
  );

test(
  'the administration has a sidebar, and one menu on a phone, that mark the open page',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'admin');
    const sections = page.getByRole('navigation', { name: 'Administration' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await openHydrated(page, '/admin/lab-connections/messages');
    await expect(sections).toHaveCount(1);
    // Its path is below that of Connections.
    await expect(sections.locator('[aria-current]')).toHaveText('Messages');
    const { height } = (await sections.boundingBox())!;
    expect(height).toBeLessThan(900);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(sections.getByRole('link')).toHaveCount(0);
    await sections.locator('summary').click();
    await expect(sections.locator('[aria-current]')).toHaveText('Messages');
    await sections.getByRole('link', { name: 'API keys' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API keys');
    await expect(sections.getByRole('link')).toHaveCount(0);
    await expect(sections.locator('summary')).toContainText('API keys');
    await actAs(page, 'auditor');
    await page.setViewportSize({ width: 1440, height: 900 });
    await openHydrated(page, '/admin/audit');
    await expect(sections.getByRole('link')).toHaveText(['Audit log', 'Security events', 'Privacy']);
  },
);

test(
  'links in tables are underlined only when pointed at or focused, and patients have initials',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'viewer');
    await open(page, '/patients?q=haddad');
    const row = page.getByRole('row').filter({ hasText: 'HADDAD, Samir' });
    const link = row.getByRole('link', { name: 'HADDAD, Samir' });
    const line = () => link.evaluate((text) => getComputedStyle(text).textDecorationLine);
    expect(await line()).toBe('none');
    await link.hover();
    expect(await line()).toBe('underline');
    await page.mouse.move(0, 0);
    await link.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    expect(await line()).toBe('underline');
    // Decorative: the name of the row is unchanged.
    await expect(row.locator('.avatar')).toHaveText('SH');
    await expect(row.getByRole('rowheader')).toHaveAccessibleName('HADDAD, Samir');
    await expect(page.locator('.portal-bar')).toContainText('Clinical Data Service');
  },
);

test('eight tests of a critical report fit above its note', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openHydrated(page, `/inbox/${records().ids.resultId}`);
  await expect(page.locator('.inbox-report .result-row')).toHaveCount(8);
  const end = (await page.locator('.inbox-report .result-row').last().boundingBox())!;
  const panel = (await page.locator('.sign-panel').boundingBox())!;
  expect(end.y + end.height).toBeLessThanOrEqual(panel.y);
  await expect(page.getByText(/S scrolls there first/)).toBeHidden();
  // Lower, the rest has to be scrolled to.
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.reload();
  await expect(page.getByText('More below: S scrolls there first.')).toBeVisible();
});
