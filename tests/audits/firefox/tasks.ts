import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { FIXTURES } from '../../support/fixtures';
import type { Finding } from '../../support/finding';
import type { Scanned } from '../scan/service';

const PDF = path.join(FIXTURES, 'documents/pdf/simhosp_note2.pdf');
const NOTE = 'Called the ward, sister Kim';
const LIVE_MS = 2_000;

interface Listed<T> {
  data: T[];
}

/** What a clinician does every day. `/v1` confirms each task. */
export async function tasks(
  page: Page,
  { admin, api, service }: Scanned,
  report: (finding: Finding) => void,
): Promise<void> {
  // A key signs only what was in view.
  await page.setViewport({ width: 1280, height: 1400 });
  const list = async <T>(at: string): Promise<T[]> => (await api<Listed<T>>('GET', at)).data;
  const [patient] = (await list<{ id: string; mrn: string }>('/v1/patients?external_id=demo-01')) as [
    { id: string; mrn: string },
  ];
  const open = async (at: string) => {
    await page.goto(service.url + at, { waitUntil: 'load' });
    await page.waitForFunction(() =>
      [...document.querySelectorAll('a, button, input')].every((control) =>
        Object.keys(control).some((key) => key.startsWith('__reactProps$')),
      ),
    );
  };
  const pathIs = (pattern: string) =>
    page.waitForFunction((text) => new RegExp(text).test(location.pathname), {}, pattern);
  const withControl = async (key: 'k' | 'Enter') => {
    await page.keyboard.down('Control');
    await page.keyboard.press(key);
    await page.keyboard.up('Control');
  };
  const attempt = async (name: string, work: () => Promise<boolean>) => {
    try {
      report({ name, measured: 'done', met: await work() });
    } catch (error) {
      report({ name, measured: `${new URL(page.url()).pathname}: ${String(error)}`, met: false });
    }
  };

  await attempt('finds a patient by keyboard', async () => {
    await open('/today');
    await withControl('k');
    await page.waitForSelector('dialog[open] [role=combobox]');
    await page.keyboard.type(patient.mrn);
    await page.waitForFunction(
      (mrn) => document.querySelector('dialog [role=option][aria-selected=true]')?.textContent?.includes(mrn),
      {},
      patient.mrn,
    );
    await page.keyboard.press('Enter');
    await pathIs(`^/patients/${patient.id}`);
    return true;
  });

  await attempt('signs a critical report with the action taken', async () => {
    const critical = (
      await list<{ id: string; review: { status: string } }>('/v1/labs/results?severity=critical&limit=100')
    ).find(({ review }) => review.status === 'unreviewed')!;
    await open(`/inbox/${critical.id}`);
    await page.waitForSelector('button[form=sign-report]:not([aria-disabled=true])');
    await page.keyboard.press('s');
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await page.keyboard.type(NOTE);
    await withControl('Enter');
    await page.waitForFunction((id) => !location.pathname.endsWith(id), {}, critical.id);
    const { review } = await api<{ review: { reviews: { comment: string }[] } }>(
      'GET',
      `/v1/labs/results/${critical.id}`,
    );
    return review.reviews[0]?.comment === NOTE;
  });

  await attempt('orders a test', async () => {
    await open(`/patients/${patient.id}/orders/new`);
    await page.focus('#test-search');
    await page.keyboard.type('lipid');
    await page.waitForSelector('[role=option]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('button ::-p-text(Place order)').click();
    await pathIs(`^/patients/${patient.id}/orders/ord_`);
    return true;
  });

  await attempt('files a document', async () => {
    const filed = () => list(`/v1/documents?patient_id=${patient.id}&limit=100`);
    const before = (await filed()).length;
    await open(`/patients/${patient.id}/documents`);
    // Right after a change of chart no file is accepted.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('button:not([aria-disabled=true])')].some((button) =>
        button.textContent?.includes('Choose files'),
      ),
    );
    await (await page.waitForSelector('input[type=file]'))!.uploadFile(PDF);
    await (await page.waitForSelector('[aria-label=Files] select'))!.select('clinical_note');
    await page.locator('button ::-p-text(File 1 document to)').click();
    await page.waitForFunction(() => document.body.textContent?.includes('Filed:'));
    return (await filed()).length === before + 1;
  });

  await attempt(`shows a new critical result on an open page within ${LIVE_MS / 1000} s`, async () => {
    const [order] = await list<{ id: string }>(
      `/v1/labs/orders?patient_id=${patient.id}&status=requested&limit=1`,
    );
    const read = page.waitForResponse((answer) => answer.url().includes('changes.watchChanges'));
    await open('/patients');
    await read;
    await admin('lab', 'simulate', '--order', order!.id, '--kind', 'critical', '--org', 'demo');
    const began = performance.now();
    await page.waitForSelector('::-p-text(New critical result)', { timeout: 10_000 });
    return performance.now() - began < LIVE_MS;
  });

  await attempt('signs out', async () => {
    await open('/account/sessions');
    await page.$$eval('form[action="/api/auth/signout"]', ([form]) =>
      (form as HTMLFormElement).requestSubmit(),
    );
    await pathIs('^/sign-in');
    const answer = await page.goto(`${service.url}/patients`, { waitUntil: 'load' });
    return new URL(answer!.url()).pathname === '/sign-in';
  });
}
