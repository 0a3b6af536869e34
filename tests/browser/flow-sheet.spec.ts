import type { Locator } from '@playwright/test';
import { fileReports } from './support/own-report';
import { actAs, demoRecords, newPatient, open } from './support/page-session';
import { expect, test } from './support/portal';

/** The accessible name of a cell of the flow sheet. */

const records = demoRecords();

test(
  'at 200 % zoom the first screen shows three rows of values and the critical line',
  { tag: '@nightly' },
  async ({ page }) => {
    await page.setViewportSize({ width: 720, height: 450 });
    await actAs(page, 'clinician');
    const { patientId, resultId } = records().ids;
    const bar = page.getByRole('navigation', { name: 'Main, phone' });
    const isAbove = async (part: Locator) => {
      const { y, height } = (await part.boundingBox())!;
      return y + height <= (await bar.boundingBox())!.y;
    };
    // Scrolled to the values, their patient stays visible.
    const isNamed = async (path: string) => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
      const identity = page.locator('.patient-banner, .inbox-identity');
      await expect(identity, path).toBeInViewport({ ratio: 1 });
      expect((await identity.boundingBox())!.height, path).toBeLessThan(40);
      for (const word of [/Born ?\d\d-\w{3}-\d{4}/, /MRN ?\S+/]) await expect(identity).toContainText(word);
    };
    await open(page, `/patients/${patientId}/results/flow`);
    expect(await isAbove(page.locator('.flow-table tbody tr:has(td)').nth(2))).toBe(true);
    for (const path of [`/inbox/${resultId}`, `/patients/${patientId}`]) {
      await open(page, path);
      expect(await isAbove(page.locator('.report-table .value').first()), path).toBe(true);
      await expect(page.locator('.report-table .value').first()).toContainText('Critical');
      await isNamed(path);
    }
  },
);

test(
  'flow sheet cells have accessible names in both orientations, filtered, paged and corrected',
  { tag: '@nightly' },
  async ({ page }) => {
    const patient = await newPatient('Named', 'Any');
    const connectionId = records().ids.connectionId!;
    const file = (reports: Parameters<typeof fileReports>[1]) =>
      fileReports({ patient, connectionId }, reports);
    const times = Array.from({ length: 14 }, (_, nth) => `202${Math.floor(nth / 4)}0${1 + (nth % 4)}010800`);
    const flags = ['', 'HH', 'L', 'N'];
    const first = Object.fromEntries(
      times.map((at, nth) => [
        `F${nth}`,
        {
          at: `${at}00`,
          lines: [
            { test: 'Potassium', value: `${nth}.5`, flag: flags[nth % 4]! },
            ...(nth % 3 === 0 ? [{ test: 'CRP', value: '<0.6', status: 'P' }] : []),
            ...(nth % 5 === 0 ? [{ test: 'Culture', value: 'none grew', status: 'X' }] : []),
          ],
        },
      ]),
    );
    const all = {
      ...first,
      Twin: { at: `${times[13]}00`, lines: [{ test: 'Potassium', value: '77.7', flag: 'H' }] },
      ...Object.fromEntries(
        Array.from({ length: 8 }, (_, nth) => [
          `Zinc${nth}`,
          { at: `${times[12]}00`, lines: [{ test: 'Zinc', value: `${nth}.1` }] },
        ]),
      ),
    };
    await file(all);
    await actAs(page, 'viewer');
    await open(page, `/patients/${patient.id}/results/flow`);
    const box = page.getByRole('region', { name: 'Flow sheet, scrolls sideways' });
    // Dates and report links stay visible above the values without covering them.
    expect((await box.locator('thead').boundingBox())!.height).toBeLessThan(150);
    await box.focus();
    await expect(async () => {
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('.flow-table td:focus')).toHaveCount(1, { timeout: 500 });
    }, 'keys are heard once the scripts run').toPass();

    // For each cell as it receives the focus, and for the focused cell while the sheet changes.
    const misnamed = (every: boolean) =>
      box.evaluate((sheet, walk) => {
        const bare = (text: string) => text.replace(/\s+/g, '');
        const heads = [...sheet.querySelectorAll('thead tr:last-child th')];
        const visibleText = (part: Element) => {
          const copy = part.cloneNode(true) as Element;
          for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
          return copy.textContent;
        };
        const expected = (cell: Element) => {
          const row = cell.closest('tr')!;
          const time = heads[[...row.children].indexOf(cell)]!.firstElementChild!;
          return (
            [row.querySelector('th a')!, time].map(visibleText).join('') + (visibleText(cell) || 'No value')
          );
        };
        const nameOf = (cell: Element) =>
          (cell.getAttribute('aria-labelledby') ?? '')
            .split(' ')
            .map((id) => visibleText(document.getElementById(id)!))
            .join('');
        const wrong: string[] = [];
        let seen = 0;
        const check = (cell: Element | null) => {
          if (!cell?.hasAttribute('aria-labelledby')) wrong.push('without a name');
          else if (bare(nameOf(cell)) !== bare(expected(cell)))
            wrong.push(`${nameOf(cell)} shows ${expected(cell)}`);
          seen++;
        };
        const press = (key: string) =>
          document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        if (!walk) for (const cell of sheet.querySelectorAll('td[tabindex]')) check(cell);
        else {
          const rows = [...sheet.querySelectorAll('tbody tr:has(td)')];
          if (!sheet.querySelector('td:focus')) (sheet as HTMLElement).focus();
          for (const _ of [sheet, ...rows]) press('ArrowUp');
          for (const row of rows) {
            press('Home');
            for (const _ of row.querySelectorAll('td')) {
              check(document.activeElement);
              press('ArrowRight');
            }
            press('ArrowDown');
          }
        }
        return { wrong, seen };
      }, every);
    const everyCell = async () => {
      const { wrong, seen } = await misnamed(true);
      expect(wrong).toEqual([]);
      expect(seen).toBe(await box.locator('tbody td').count());
    };
    await everyCell();
    await page.keyboard.press('End');
    const states: [string, () => Promise<unknown>][] = [
      ['turned', () => page.getByRole('link', { name: 'Newest first' }).click()],
      ['moved', () => page.getByRole('link', { name: 'Earlier', exact: true }).click()],
      ['moved back', () => page.getByRole('link', { name: 'Newest', exact: true }).click()],
      [
        'filtered',
        async () => {
          await page.getByLabel('Panel').selectOption({ index: 1 });
          await page.getByRole('button', { name: 'Apply' }).click();
        },
      ],
      [
        'corrected, and turned',
        async () => {
          const line = { test: 'Potassium', value: '6.66', flag: 'HH', status: 'C', at: `${times[13]}00` };
          await file({ ...all, F13: { at: '20260601090000', lines: [line] } });
          await page.getByRole('link', { name: 'Oldest first' }).click();
          await expect(box).toContainText('6.66');
        },
      ],
    ];
    for (const [state, reach] of states) {
      const before = await box.innerText();
      await reach();
      if (state !== 'filtered') await expect.poll(() => box.innerText(), state).not.toBe(before);
      else await expect(page.getByText('Tests of other panels are hidden.')).toBeVisible();
      const focused = await misnamed(false);
      expect(focused.wrong, state).toEqual([]);
      // Reversed, the sheet keeps its elements and changes their content.
      if (state === 'turned') {
        expect(focused.seen).toBe(1);
        // The browser computes the same name.
        await expect(box.locator('td[tabindex]')).toHaveAccessibleName(
          /^Culture \d\d-\w{3}-\d{4} \d\d:\d\d No value$/,
        );
      }
      await everyCell();
      await page.keyboard.press('End');
    }
  },
);
