import { expect, test, type Page } from '@playwright/test';
import { builtFiles, collectedFiles, type HostileFile } from './support/hostile-files';
import { newPatient } from './support/page-session';
import { admin, signIn, url } from './support/portal';

/**
 * D-10: hostile files are rejected or served with headers that prevent execution in our origin. A real browser opens
 * the preview and the download of every accepted file.
 */

interface Taken {
  id: string;
  name: string;
  content_type: string;
  content_url: string;
}

const INLINE = ['application/pdf', 'image/jpeg', 'image/png', 'image/gif', 'image/webp', 'text/plain'];
const UPLOADS_PER_KEY = 50;

async function upload(file: HostileFile, patientId: string, key: string): Promise<Taken | null> {
  const body = new FormData();
  body.append('metadata', JSON.stringify({ patient_id: patientId }));
  body.append('file', new Blob([file.bytes as BlobPart], { type: file.type }), file.name);
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`${url()}/v1/documents`, { method: 'POST', body, headers });
  const json = (await answer.json()) as Taken & { code?: string };
  if (answer.status === 201) return { ...json, name: file.name };
  expect([415, 422], `${file.name}: ${json.code}`).toContain(answer.status);
  return null;
}

/** All signs that something was executed or requested. */
function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const target = new URL(request.url());
    if (target.origin === new URL(url()).origin && !/pwned/.test(target.pathname)) return;
    if (['http:', 'https:', 'file:'].includes(target.protocol)) seen.push(`request ${request.url()}`);
  });
  return seen;
}

test(
  'accepted hostile files run no script in the portal origin',
  { tag: '@nightly' },
  async ({ page, context }) => {
    test.setTimeout(180_000);
    const files = [...builtFiles(), ...collectedFiles()];
    expect(builtFiles().length).toBeGreaterThanOrEqual(80);
    const patient = await newPatient('Hostile', 'Files');
    const taken: Taken[] = [];
    for (let from = 0; from < files.length; from += UPLOADS_PER_KEY) {
      const made = await admin(
        'api-key',
        'create',
        '--org',
        'demo',
        '--name',
        `hostile ${from}`,
        '--scopes',
        'documents:read,documents:write',
      );
      for (const file of files.slice(from, from + UPLOADS_PER_KEY)) {
        const document = await upload(file, patient.id, made.key as string);
        if (document) taken.push(document);
      }
    }
    // SVG, archives, programs and scripts with a marker are rejected under any name, as is HTML under another type.
    expect(taken.length).toBeLessThan(files.length);
    for (const { content_type } of taken) expect(content_type).not.toMatch(/xhtml|svg|javascript|zip$/);
    const pages = taken.filter(({ content_type }) => content_type === 'text/html').map(({ name }) => name);
    expect(pages.length).toBeGreaterThan(3);
    for (const name of pages) expect(name).toMatch(/\.html?$/);

    for (const document of taken) {
      for (const [address, forced] of [
        [document.content_url, false],
        [`${document.content_url}?download=1`, true],
      ] as const) {
        const { headers, status } = await context.request.get(address).then(async (answer) => {
          const read = { headers: answer.headers(), status: answer.status() };
          await answer.dispose();
          return read;
        });
        const what = `${document.name} as ${document.content_type}`;
        expect(status, what).toBe(200);
        expect(headers['x-content-type-options'], what).toBe('nosniff');
        expect(headers['content-type']!.split(';')[0], what).toBe(document.content_type);
        expect(headers['content-security-policy'], what).toMatch(
          document.content_type === 'application/pdf'
            ? /^default-src 'none'/
            : /^sandbox; default-src 'none'/,
        );
        const inline = !forced && INLINE.includes(document.content_type);
        expect(headers['content-disposition'], what).toMatch(inline ? /^inline;/ : /^attachment;/);
      }
    }

    const seen = watch(page);
    // The PDF viewer is slow: those with scripts or actions, and a few others.
    let pdfs = 0;
    const opened = taken.filter(
      ({ content_type, name }) =>
        content_type !== 'application/pdf' ||
        /js|open|goes|launch|html|attach|auth|bomb/.test(name) ||
        pdfs++ < 3,
    );
    for (const { content_url, name, content_type } of opened) {
      await page.goto(content_url, { waitUntil: 'commit' }).catch(() => null);
      // The script context of a sandboxed page is not accessible, but its title is.
      expect(await page.title(), `${name} as ${content_type}`).not.toBe('pwned');
    }
    expect(seen).toEqual([]);

    // It also cannot be loaded as a script, style or worker of our pages.
    await page.route(`${url()}/blank`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>blank' }),
    );
    await page.goto(`${url()}/blank`);
    const scripts = taken
      .filter(({ name }) => /\.(js|mjs|gif|jpg|bmp|txt)$/.test(name))
      .map((one) => one.content_url);
    expect(scripts.length).toBeGreaterThan(3);
    const ran = await page.evaluate(async (sources) => {
      const outcomes: string[] = [];
      const load = (source: string, type: string) =>
        new Promise<void>((resolve) => {
          const script = document.createElement('script');
          Object.assign(script, { src: source, type, onload: () => (outcomes.push(source), resolve()) });
          script.onerror = () => resolve();
          document.head.append(script);
        });
      for (const source of sources) {
        await load(source, '');
        await load(source, 'module');
        await navigator.serviceWorker?.register(source).then(
          () => outcomes.push(`worker ${source}`),
          () => undefined,
        );
      }
      return { outcomes, pwned: (window as { pwned?: number }).pwned };
    }, scripts);
    expect(ran).toEqual({ outcomes: [], pwned: undefined });

    // The preview of the portal, one file of each kind.
    await signIn(page, 'clinician');
    const kinds = [...new Map(taken.map((document) => [document.content_type, document])).values()];
    for (const { id, name } of kinds) {
      await page.goto(`${url()}/patients/${patient.id}/documents/${id}`);
      await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible();
      expect(await page.evaluate(() => (window as { pwned?: number }).pwned)).toBeUndefined();
    }
    expect(seen.filter((line) => !line.startsWith(`request ${url()}`))).toEqual([]);
  },
);
