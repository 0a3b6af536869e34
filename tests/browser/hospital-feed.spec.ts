import { openHydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { postMessage } from './support/page-routes';
import { actAs, api, portal } from './support/page-session';
import { expect, test, url } from './support/portal';

/** An administrator connects a hospital; a clinician decides about data and documents that contradict a chart. */

const message = (pid: string, event = 'A08') =>
  [
    `MSH|^~\\&|PAS|HOSP|||20260105143000+0100||ADT^${event}|F${Date.now()}|P|2.5.1`,
    `EVN|${event}|20260105143000+0100`,
    pid,
    '',
  ].join('\r');

test(
  'hospital feed creates a patient, and a contradiction is decided by a clinician',
  { tag: '@nightly' },
  async ({ page }) => {
    const stamp = String(Date.now());
    await actAs(page, 'admin');
    const main = page.getByRole('main');
    await page.goto(`${url()}/admin/lab-connections/new`);
    await page.getByLabel('Hospital feed').check();
    await page.getByLabel('HTTPS').check();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Hospital ${stamp}`);
    await expect(page.getByLabel('Laboratory director')).toHaveCount(0);
    await page.getByLabel('Create unknown patients').check();
    await page.locator('summary', { hasText: 'Changes to patients' }).click();
    await page.getByLabel('Email addresses').uncheck();
    await checkPage(page);
    await main.getByRole('button', { name: 'Create connection' }).click();
    await expect(main.getByRole('heading', { name: /^(Ingest key|Next step) for/ })).toBeFocused();
    const key = await page.getByRole('textbox', { name: 'Ingest key' }).inputValue();
    const command = await page.getByRole('group', { name: 'Send a test message with this key' }).innerText();
    expect(command).toContain('ADT^A03');

    const mrn = `H${stamp}`;
    const pid = (born: string, street = '2 Other St') =>
      `PID|1||${mrn}^^^HOSP^MR||Feed${stamp}^Fiona||${born}|F|||${street}^^Bonn`;
    expect((await postMessage(url(), key, message(pid('19500101', '1 Main St'), 'A28'))).status).toBe(200);
    expect((await postMessage(url(), key, message(pid('19500102')))).status).toBe(200);

    await actAs(page, 'clinician');
    const row = page
      .getByRole('region', { name: 'Patient data from a hospital' })
      .getByRole('row', { name: mrn });
    await expect(async () => {
      await page.goto(`${url()}/unmatched`);
      await expect(row).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(row).toContainText('The MRN matches a patient with a different birth date.');
    await checkPage(page);
    await row.getByRole('link').first().click();
    const candidate = page.getByRole('article', { name: `Feed${stamp}` });
    await expect(candidate).toContainText(`Hospital ${stamp} sent: 02-Jan-1950`);
    await expect(candidate).toContainText('2 Other St');
    await expect(candidate.getByRole('row', { name: 'Addresses' })).toHaveCount(0);
    await checkPage(page);
    await candidate.getByRole('button', { name: 'Apply here' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`born 02-Jan-1950, MRN ${mrn}`);
    await expect(dialog).toContainText(`born 01-Jan-1950, MRN ${mrn}`);
    await expect(dialog).toContainText('Birth date01-Jan-195002-Jan-1950');
    await expect(dialog).toContainText('Addresses1 Main St · Bonn2 Other St · Bonn');
    await checkPage(page);
    await dialog.getByLabel(/Reason for applying/).fill('Passport seen.');
    await dialog.getByRole('button', { name: 'Apply data' }).click();
    await expect(page).toHaveURL(/\/unmatched$/);
    const action = page.getByRole('region', { name: 'Latest action' });
    await action.getByRole('button', { name: /^Undo/ }).click();
    await expect(candidate).toContainText(`Hospital ${stamp} sent: 02-Jan-1950`);
    await candidate.getByRole('button', { name: 'Apply here' }).click();
    await dialog.getByLabel(/Reason for applying/).fill('Passport seen.');
    await dialog.getByRole('button', { name: 'Apply data' }).click();
    await expect(page).toHaveURL(/\/unmatched$/);
    // The page that Back opens shows the decision.
    await page.goBack();
    await expect(main.getByRole('table', { name: 'Changes to the chart' })).toContainText(
      'Birth date01-Jan-195002-Jan-1950',
    );
    await expect(main.getByRole('button', { name: /^Undo/ })).toBeVisible();
    const { data } = await api<{ data: { id: string }[] }>(`/v1/patients?mrn=${mrn}`);
    await api(`/v1/patients/${data[0]!.id}`, { addresses: [] }, 'PATCH');
    await action.getByRole('button', { name: /^Undo/ }).click();
    await expect(action).toContainText('This cannot be undone. Changed since: addresses.');
    await checkPage(page);
    await action.getByRole('link', { name: 'Open chart' }).click();
    await expect(page.getByText('02-Jan-1950').first()).toBeVisible();

    await actAs(page, 'admin');
    const openNewest = async () => {
      await page.goto(`${url()}/admin/lab-connections/messages`);
      await main
        .getByRole('link', { name: /Nov|Jan|Dec|20/ })
        .first()
        .click();
      await page.waitForURL('**/messages/msg_*');
    };
    await openNewest();
    const patients = page.getByRole('region', { name: 'Patients' });
    await expect(patients).toContainText('Changed: birth date, addresses.');
    await expect(patients).toContainText('Passport seen.');
    await checkPage(page);
    const result = message(pid('19500102')).replace('ADT^A08', 'ORU^R01');
    expect((await postMessage(url(), key, result)).status).toBe(422);
    await openNewest();
    await expect(main.getByText(/^Rejected/)).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Reports' })).toHaveCount(0);

    const mdm = (event: string, born: string, text: string, txa = '', at = '1430') =>
      [
        message(pid(born), event).split('\r')[0]!.replace('ADT^', 'MDM^'),
        `EVN|${event}|20260105${at}00+0100`,
        pid(born),
        `TXA|1|DS|TX|20260105|||||123^Welby^Robert|||D${stamp}${txa}`,
        ...(text === '' ? [] : [`OBX|1|TX|NOTE^Note^L||${text}||||||F`]),
        '',
      ].join('\r');
    const [first, second] = [
      mdm('T02', '19600606', 'Discharged home.'),
      mdm('T08', '19500102', 'Stays until Friday.'),
    ];
    expect((await postMessage(url(), key, first)).status).toBe(200);
    await actAs(page, 'clinician');
    const held = page.getByRole('region', { name: 'Documents' }).getByRole('row', { name: stamp });
    await expect(async () => {
      await page.goto(`${url()}/unmatched`);
      await expect(held).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await checkPage(page);
    await held.getByRole('link').first().click();
    await expect(page.getByRole('region', { name: 'Text of the document' })).toHaveText('Discharged home.');
    await checkPage(page);
    await page.keyboard.press('j');
    await expect(
      page.getByRole('article', { name: `Feed${stamp}` }).getByRole('button', { name: 'File here' }),
    ).toBeFocused();
    await page.keyboard.press('m');
    // Names alone do not identify a patient.
    await expect(dialog).toContainText(`born 06-Jun-1960, MRN ${mrn}`);
    await expect(dialog).toContainText(`born 02-Jan-1950, MRN ${mrn}`);
    await expect(dialog).toContainText('These may be two people.');
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Same admission.');
    await dialog.getByRole('button', { name: 'File document' }).click();
    await page
      .getByRole('region', { name: 'Latest action' })
      .getByRole('link', { name: 'Open document' })
      .click();
    await expect(page.getByRole('heading', { name: 'Discharge summary', exact: true })).toBeVisible();
    await expect(main).toContainText(`Hospital ${stamp}`);
    // TXA has one day, which is the date of the document.
    const fact = (label: RegExp) => main.locator('dl > div').filter({ hasText: label });
    await expect(fact(/^Document date/)).toHaveText('Document date05-Jan-2026');
    await expect(fact(/^Written/)).toHaveCount(0);
    await expect(main.getByRole('region', { name: 'History' })).toContainText(
      /Filed from unmatched documents by .+Despite differences: birth date\.Reason: “Same admission\.”/,
    );
    const contradicting = mdm('T08', '19600606', 'Stays for a week.', '', '1500').replace('^Fiona', '^Rita');
    expect((await postMessage(url(), key, contradicting)).status).toBe(200);
    await expect(async () => {
      await page.reload();
      await expect(main).toContainText('It is held for review.', { timeout: 1_000 });
    }).toPass();
    await expect(main.getByRole('link', { name: 'Open unmatched version' })).toBeVisible();
    expect((await postMessage(url(), key, second)).status).toBe(200);
    await expect(async () => {
      await page.reload();
      await expect(main).toContainText('A newer version is valid.', { timeout: 1_000 });
    }).toPass();
    await expect(fact(/^Status/)).toHaveText('StatusSuperseded');
    await checkPage(page);
    await main.getByRole('link', { name: 'Open newer version' }).click();
    await expect(main.getByRole('region', { name: 'Related documents' })).toContainText('Superseded');
    await expect(main.getByRole('button', { name: 'Sign off' })).toBeVisible();
    await main.getByRole('button', { name: 'Mark as entered in error' }).click();
    await expect(page.getByRole('dialog')).toContainText('1 related document stays unchanged.');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    const other = await portal<{ id: string }>('clinician', 'patients.registerPatient', {
      name: { family: `Right${stamp}`, given: ['Rita'] },
      birth_date: '1950-01-02',
      sex: 'female',
      duplicate_reason: 'different_person',
    });
    await main.getByRole('link', { name: 'Move to another patient' }).click();
    await page.waitForURL(/move$/);
    await page.goto(`${page.url()}?to=${other.id}`);
    await expect(main).toContainText('2 documents move: this one, its versions');
    await checkPage(page);
    await main.getByLabel('Reason').fill('Wrong chart.');
    await main.getByRole('button', { name: /^Move to/ }).click();
    await expect(action).toContainText('2 documents moved to');
    await action.getByRole('button', { name: /^Undo/ }).click();
    await expect(action).toContainText(
      `Undone. The documents are in the chart of FEED${stamp}, Fiona again.`,
    );
    await expect(main.getByRole('region', { name: 'History' })).toContainText('Moved back by');
    await expect(main).not.toContainText('Wrong patient');
    await expect(main.getByRole('button', { name: 'Sign off' })).toBeVisible();
  },
);

test(
  'a merge is decided in view of both patients and of what it changes',
  { tag: '@nightly' },
  async ({ page }) => {
    const stamp = String(Date.now());
    const feed = await portal<{ id: string }>('admin', 'labConnections.createLabConnection', {
      name: `Merges ${stamp}`,
      kind: 'hospital_feed',
      transport: 'https',
      create_patients: true,
      update_demographics: [],
    });
    const { key } = await portal<{ key: string }>('admin', 'labConnections.createIngestKey', {
      connection_id: feed.id,
    });
    const pid = (mrn: string, name: string, born: string) => `PID|1||${mrn}^^^HOSP^MR||${name}||${born}|F`;
    const [kept, merged] = [`K${stamp}`, `G${stamp}`];
    await postMessage(url(), key, message(pid(kept, `Kept${stamp}^Fiona^Maria`, '19500111'), 'A28'));
    await postMessage(url(), key, message(pid(merged, `Gone${stamp}^Laura`, '19960822'), 'A28'));
    // The type of the name alone is no change for a clinician.
    const merge = message(pid(kept, `Kept${stamp}^Fiona^^^^^L`, '19500111'), 'A40');
    await postMessage(url(), key, `${merge}MRG|${merged}^^^HOSP^MR\r`);
    await actAs(page, 'clinician');
    const row = page.getByRole('row', { name: kept });
    await expect(async () => {
      await page.goto(`${url()}/unmatched`);
      await expect(row).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(row).toContainText(`The hospital asks to merge MRN ${merged} into MRN ${kept}.`);
    await row.getByRole('link').first().click();
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(
      `Request to merge records of KEPT${stamp}, Fiona`,
    );
    await main.getByRole('link', { name: 'Compare the records' }).click();
    await expect(main).toContainText('The request of the hospital will be closed.');
    await expect(main).toContainText('The values that the hospital sent are selected.');
    await expect(main.getByRole('row', { name: 'Name' }).getByRole('radio', { checked: true })).toHaveValue(
      'sent',
    );
    await checkPage(page);
    await main.getByRole('link', { name: 'Cancel' }).click();
    await expect(main.getByRole('article', { name: `KEPT${stamp}` })).toContainText(/^Kept/);
    const other = main.getByRole('article', { name: `GONE${stamp}` });
    await expect(other).toContainText(/^Merged/);
    await expect(other).toContainText(`MRN${merged} same`);
    await expect(main).toContainText('These may be two people.');
    await checkPage(page);
    await main.getByRole('button', { name: 'Merge records' }).click();
    const dialog = page.getByRole('dialog', { name: `Merge GONE${stamp}, Laura into KEPT${stamp}` });
    await expect(dialog).toContainText(`Kept: KEPT${stamp}, Fiona Maria, born 11-Jan-1950, MRN ${kept}`);
    await expect(dialog).toContainText(`Merged: GONE${stamp}, Laura, born 22-Aug-1996, MRN ${merged}`);
    await expect(dialog.getByRole('table', { name: 'Differences' })).toContainText('11-Jan-195022-Aug-1996');
    const changes = dialog.getByRole('table', { name: 'Changes to the chart' });
    await expect(changes.getByRole('cell')).toHaveText(['Fiona Maria', 'Fiona']);
    await expect(dialog.getByRole('button', { name: 'Merge records' })).toBeDisabled();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    // The patients are read before the reason, also where both do not fit.
    for (const [width, height] of [
      [1366, 680],
      [390, 844],
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height });
      await main.getByRole('button', { name: 'Merge records' }).click();
      await expect(dialog.getByRole('heading')).toBeFocused();
      await expect(dialog.getByRole('heading')).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Tab');
      await expect(dialog.getByLabel(/^Reason for merging/)).toBeFocused();
      await expect(dialog.getByLabel(/^Reason for merging/)).toBeInViewport();
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize({ width: 1280, height: 1000 });
    await main.getByRole('button', { name: 'Merge records' }).click();
    await expect(dialog.getByLabel(/^Reason for merging/)).toBeFocused();
    await dialog.getByLabel(/^Reason for merging/).fill('The hospital confirmed it.');
    await dialog.getByRole('button', { name: 'Merge records' }).click();
    const action = page.getByRole('region', { name: 'Latest action' });
    await expect(action).toContainText(new RegExp(`merged into KEPT${stamp}`));
    await expect(page).toHaveURL(/\/unmatched$/);
    const undo = async () => {
      await action.getByRole('button', { name: /^Undo/ }).click();
      await expect(action).toContainText('Undone. The records are separate, and the request is unmatched.');
      await expect(main.getByRole('heading', { name: 'Records to merge' })).toBeVisible();
    };
    await undo();
    await checkPage(page);
    await main.getByRole('link', { name: 'Compare the records' }).click();
    await main.getByRole('textbox', { name: 'Reason' }).fill('The hospital confirmed it.');
    await main.getByRole('button', { name: 'Merge records' }).click();
    await expect(action).toContainText(/GONE.*merged into.*KEPT.*\. The request is closed\./);
    await undo();

    const move = message(pid(kept, `Kept${stamp}^Fiona`, '19500111'), 'A43');
    await postMessage(url(), key, `${move}MRG|${merged}^^^HOSP^MR\r`);
    const moveRow = page.getByRole('row', { name: `move identifiers from MRN ${merged} to MRN ${kept}` });
    await expect(async () => {
      await page.goto(`${url()}/unmatched`);
      await expect(moveRow).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await moveRow.getByRole('link').first().click();
    await expect(main.getByRole('heading', { name: 'Records of the message' })).toBeVisible();
    await expect(main.getByRole('article')).toHaveCount(2);
    // The data of the message is that of the other record.
    await expect(main.getByRole('article', { name: `GONE${stamp}` })).not.toContainText('sent');
    await expect(main).not.toContainText(/merge records|records to merge/i);
    await checkPage(page);
    await main.getByRole('button', { name: 'Close request' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Done by hand.');
    await page.getByRole('dialog').getByRole('button', { name: 'Close request' }).click();
    await action.getByRole('button', { name: /^Undo/ }).click();
    await expect(action).toContainText(
      `Undone. The request about KEPT${stamp}, Fiona (MRN ${kept}) is unmatched.`,
    );
    await main.getByRole('button', { name: 'Close request' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Done by hand.');
    await page.getByRole('dialog').getByRole('button', { name: 'Close request' }).click();
    await expect(page).toHaveURL(/\/unmatched$/);
    await page.goBack();
    await page.getByRole('button', { name: 'Return to unmatched' }).click();
    await expect(action).toContainText(
      `Request about KEPT${stamp}, Fiona (MRN ${kept}) returned to unmatched.`,
    );
  },
);

test(
  'a document of a patient without a record is filed to the patient created from it',
  { tag: '@nightly' },
  async ({ page }) => {
    const stamp = String(Date.now());
    const family = `Undoc${stamp}`;
    const feed = await portal<{ id: string }>('admin', 'labConnections.createLabConnection', {
      name: `Documents ${stamp}`,
      kind: 'hospital_feed',
      transport: 'https',
      create_patients: false,
      update_demographics: [],
    });
    const { key } = await portal<{ key: string }>('admin', 'labConnections.createIngestKey', {
      connection_id: feed.id,
    });
    const sent = await postMessage(
      url(),
      key,
      [
        `MSH|^~\\&|PAS|HOSP|||20260105143000+0100||MDM^T02^MDM_T02|U${stamp}|P|2.5.1`,
        'EVN|T02|20260105143000+0100',
        `PID|1||U${stamp}^^^HOSP^MR||${family}^Dina||19620304|F|||1 Main St^^Bonn||+44 1904 496001`,
        `TXA|1|DS|TX|20260105|||||123^Welby^Robert|||U${stamp}`,
        'OBX|1|TX|NOTE^Note^L||Discharged home.||||||F',
        `OBX|2|ED|SCAN^Scan^L||^application^pdf^Base64^${Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64')}||||||F`,
        '',
      ].join('\r'),
    );
    expect(sent.status).toBe(200);
    await actAs(page, 'clinician');
    const link = page.getByRole('link', { name: new RegExp(family, 'i') });
    await expect(async () => {
      await openHydrated(page, '/unmatched');
      await expect(link).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const loaded = page.waitForResponse(/\/api\/portal\/documents\/inbound\/idc_\w+\/files\/1(#|$)/);
    await link.click();
    const shown = await loaded;
    expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await expect(page.getByTitle('Preview of Discharge summary')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /\?download=1$/);
    await checkPage(page);
    await page.getByRole('link', { name: 'New patient', exact: true }).click();
    await expect(page.getByLabel('Family name')).toHaveValue(family);
    await expect(page.getByLabel('Birth date', { exact: true })).toHaveValue('04-Mar-1962');
    await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+44 1904 496001');
    await expect(page.getByText(`MRN: U${stamp}.`)).toBeVisible();
    await checkPage(page);
    await page.getByRole('button', { name: 'Create patient' }).click();
    await page.waitForURL(/\/unmatched\/documents\/idc_/);
    await page.getByRole('button', { name: `File here, to ${family}, Dina` }).click();
    // The MRN of the hospital is that of the chart.
    await expect(page.getByRole('textbox', { name: /^Reason/ })).toHaveCount(0);
    const file = page.getByRole('dialog').getByRole('button', { name: 'File document' });
    await file.click();
    await page.waitForURL(/\/unmatched$/);
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText(`, MRN U${stamp}.`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone. The document is unmatched.').first()).toBeVisible();
    await page.getByRole('button', { name: `File here, to ${family}, Dina` }).click();
    await file.click();
    await page.waitForURL(/\/unmatched$/);
    await expect(link).toHaveCount(0);
    await page.goBack();
    await expect(page.getByText(new RegExp(`^Filed to ${family}, Dina on`, 'i'))).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open in chart' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Reject|File here)/ })).toHaveCount(0);
    await checkPage(page);
    // In a tab an error is text, which a browser shows.
    await page.evaluate((url) => (location.href = url), shown.url());
    await expect(page.getByText('The document was filed. Open it in the chart.')).toBeVisible();
  },
);

test(
  'a patient of a hospital message without a match is created with the form, prefilled from the message',
  { tag: '@nightly' },
  async ({ page }) => {
    const stamp = String(Date.now());
    const family = `Unfed${stamp}`;
    const feed = await portal<{ id: string }>('admin', 'labConnections.createLabConnection', {
      name: `Admissions ${stamp}`,
      kind: 'hospital_feed',
      transport: 'https',
      create_patients: true,
      update_demographics: [],
    });
    const { key } = await portal<{ key: string }>('admin', 'labConnections.createIngestKey', {
      connection_id: feed.id,
    });
    // Without the day of birth no patient is created automatically.
    const pid = `PID|1||U${stamp}^^^HOSP^MR||${family}^Nils||1962|M|||1 Main St^^Bonn||+44 1904 496002`;
    expect((await postMessage(url(), key, message(pid, 'A28'))).status).toBe(200);
    await actAs(page, 'clinician');
    const link = page.getByRole('link', { name: new RegExp(family, 'i') });
    await expect(async () => {
      await openHydrated(page, '/unmatched');
      await expect(link).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await link.click();
    await expect(page.getByText('No match? Create the patient from this message.')).toBeVisible();
    await page.getByRole('link', { name: 'New patient', exact: true }).click();
    await expect(page.getByLabel('Family name')).toHaveValue(family);
    await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+44 1904 496002');
    await expect(page.getByText(`MRN: U${stamp}.`)).toBeVisible();
    await expect(page.getByText(`Admissions ${stamp} sent: 1962`)).toBeVisible();
    await expect(page.getByLabel('Family name')).toBeFocused();
    await expect(page.getByLabel('Street and number')).toHaveValue('1 Main St');
    await checkPage(page);
    // An error elsewhere does not hide what is prefilled.
    await page.getByRole('button', { name: 'Create patient' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Birth date' })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Phone' })).toBeVisible();
    await page.getByLabel('Birth date', { exact: true }).fill('04-Mar-1962');
    await page.getByRole('button', { name: 'Create patient' }).click();
    await page.waitForURL(/\/unmatched$/);
    await expect(link).toHaveCount(0);
    // Back opens the decision, not the form.
    await page.goBack();
    await expect(page.getByText(/^Created UNFED\d+, Nils on .* by /i)).toBeVisible();
    await page
      .getByRole('region', { name: 'Latest action' })
      .getByRole('link', { name: 'Open chart' })
      .click();
    await expect(page.getByText(`U${stamp}`).first()).toBeVisible();
    await expect(page.getByText('04-Mar-1962').first()).toBeVisible();
  },
);

test(
  'the queue says what to do with documents that cannot be filed, and patient data that cannot be applied',
  { tag: '@nightly' },
  async ({ page }) => {
    const stamp = String(Date.now());
    const feed = await portal<{ id: string }>('admin', 'labConnections.createLabConnection', {
      name: `Archive ${stamp}`,
      kind: 'hospital_feed',
      transport: 'https',
      create_patients: true,
      update_demographics: [],
    });
    const { key } = await portal<{ key: string }>('admin', 'labConnections.createIngestKey', {
      connection_id: feed.id,
    });
    const pid = `PID|1||X${stamp}^^^HOSP^MR||Xeno${stamp}^Olaf||19620304|M`;
    const empty = [
      message(pid, 'T02').split('\r')[0]!.replace('ADT^T02', 'MDM^T02^MDM_T02'),
      'EVN|T02|20260105143000+0100',
      pid,
      `TXA|1|DS|TX|20260105|||||123^Welby^Robert|||X${stamp}`,
      '',
    ].join('\r');
    for (const text of [message(pid, 'A28'), message(pid, 'A29'), empty])
      expect((await postMessage(url(), key, text)).status).toBe(200);
    await actAs(page, 'clinician');
    const rowIn = (name: string) => page.getByRole('region', { name }).getByRole('row', { name: stamp });
    const list = async () => {
      await openHydrated(page, '/unmatched');
      for (const name of ['Documents', 'Patient data from a hospital'])
        await expect(rowIn(name)).toBeVisible({ timeout: 1_000 });
    };
    await expect(list).toPass();
    await expect(page.getByText('stay here until they are filed or rejected.')).toBeVisible();
    await rowIn('Documents').getByRole('link').first().click();
    await expect(page.getByText(/to send it again, then reject this message\./)).toBeVisible();
    await checkPage(page);
    await openHydrated(page, '/unmatched');
    await rowIn('Patient data from a hospital').getByRole('link').first().click();
    await expect(
      page.getByText(/ask an administrator to delete the patient: .*\. Otherwise keep the patient\./),
    ).toBeVisible();
    await checkPage(page);
    await page.getByRole('button', { name: 'Keep patient' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Still a patient.');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep patient' }).click();
    await expect(page).toHaveURL(/\/unmatched$/);
    await page.goBack();
    await expect(page.getByRole('main')).toContainText(/Patient kept on .* by .*“Still a patient\.”/);
    await expect(page.getByRole('heading', { name: 'Records of the message' })).toBeVisible();
    await checkPage(page);
    await page.getByRole('main').getByRole('link', { name: 'Closed' }).click();
    await expect(rowIn('Requests of a hospital')).toContainText(/Still a patient\..*20\d\d/);
    await checkPage(page);
    await rowIn('Requests of a hospital').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Return to unmatched' }).click();
    await expect(page.getByRole('button', { name: 'Keep patient' })).toBeVisible();
    const request = page.url();
    await actAs(page, 'admin');
    await page.goto(request);
    await page.getByRole('link', { name: 'Open details to delete' }).click();
    await page.getByRole('button', { name: 'Delete patient' }).click();
    await expect(page.getByRole('dialog')).toContainText(`Archive ${stamp} asks to delete this patient.`);
    await checkPage(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete patient' }).click();
    await page.waitForURL(/deleted-patients$/);
    await page.goto(request);
    await page.getByRole('button', { name: 'Close request' }).click();
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('closed.');
  },
);

test(
  'a rejected document and rejected patient data are found and returned',
  { tag: '@nightly' },
  async ({ page }) => {
    const stamp = String(Date.now());
    const feed = await portal<{ id: string }>('admin', 'labConnections.createLabConnection', {
      name: `Returns ${stamp}`,
      kind: 'hospital_feed',
      transport: 'https',
      create_patients: true,
      update_demographics: [],
    });
    const { key } = await portal<{ key: string }>('admin', 'labConnections.createIngestKey', {
      connection_id: feed.id,
    });
    const pid = (born: string) => `PID|1||Y${stamp}^^^HOSP^MR||Ygor${stamp}^Olaf||${born}|M`;
    const held = message(pid('1962'), 'A28');
    const document = [
      message(pid('1962'), 'T02').split('\r')[0]!.replace('ADT^T02', 'MDM^T02^MDM_T02'),
      'EVN|T02|20260105143000+0100',
      pid('1962'),
      `TXA|1|DS|TX|20260105|||||123^Welby^Robert|||Y${stamp}`,
      'OBX|1|TX|NOTE^Note^L||Discharged home.||||||F',
      '',
    ].join('\r');
    for (const text of [held, document]) expect((await postMessage(url(), key, text)).status).toBe(200);
    await actAs(page, 'clinician');
    const rowIn = (name: string) => page.getByRole('region', { name }).getByRole('row', { name: stamp });
    const KINDS = ['Documents', 'Patient data from a hospital'];
    await expect(async () => {
      await openHydrated(page, '/unmatched');
      for (const name of KINDS) await expect(rowIn(name)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(rowIn(KINDS[1]!)).toContainText('The birth date has only a year.');
    const dialog = page.getByRole('dialog');
    const done = page.getByRole('region', { name: 'Latest action' });
    const reject = async () => {
      await page.getByRole('button', { name: 'Reject' }).click();
      await expect(dialog.getByRole('heading')).toHaveText(/^Reject .+ YGOR\d+, Olaf \(MRN Y\d+\)\?$/i);
      await checkPage(page);
      await dialog.getByLabel('Reason').fill('Not ours.');
      await dialog.getByRole('button', { name: 'Reject' }).click();
      await expect(page).toHaveURL(/\/unmatched$/);
    };
    for (const name of KINDS) {
      await rowIn(name).getByRole('link').first().click();
      await reject();
      await done.getByRole('button', { name: 'Undo' }).click();
      await expect(done).toContainText('Undone.');
      await reject();
      await expect(rowIn(name)).toHaveCount(0);
      await page.getByRole('link', { name: 'Rejected' }).click();
      await expect(rowIn(name)).toContainText('Not ours.');
      await checkPage(page);
      await rowIn(name).getByRole('link').first().click();
      await expect(page.getByText('“Not ours.”')).toBeVisible();
      if (name === 'Documents')
        await expect(page.getByRole('main').getByLabel('Find a patient')).toHaveCount(0);
      await checkPage(page);
      await page.getByRole('button', { name: 'Return to unmatched' }).click();
      await expect(done).toContainText('returned to unmatched');
      await page.getByRole('link', { name: 'All unmatched' }).click();
    }
    await rowIn('Patient data from a hospital').getByRole('link').first().click();
    await reject();
    // Newer data of the patient.
    const newer = message(pid('1963'), 'A28').replace(/20\d{12}/g, '20990101000000');
    expect((await postMessage(url(), key, newer)).status).toBe(200);
    await expect(async () => {
      await openHydrated(page, '/unmatched');
      await expect(rowIn('Patient data from a hospital')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.getByRole('link', { name: 'Rejected' }).click();
    // The newer data is in the list before.
    await expect(rowIn('Patient data from a hospital')).toContainText('Not ours.');
    await rowIn('Patient data from a hospital').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Return to unmatched' }).click();
    await expect(done).toContainText('This data cannot be returned: newer data');
  },
);
