import http from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test, url } from './support/portal';

/** Scripts and styles: identical bytes for every reader, compressed, and compiled while they arrive. */

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
}

/** Without decompression. */
const get = (path: string, encoding: string, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { method, headers: { 'Accept-Encoding': encoding } };
    http
      .request(`${url()}${path}`, options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(chunks) }),
        );
      })
      .on('error', reject)
      .end();
  });

test('scripts and styles are compressed on request with the same content', async () => {
  const { bytes: html } = await get('/sign-in', 'identity');
  const files = [...new Set(html.toString().match(/\/_next\/static\/[\w/~.-]+\.(?:js|css)/g))];
  expect(files.some((file) => file.endsWith('.css'))).toBe(true);
  let packed = 0;
  for (const file of files) {
    const whole = await get(file, 'identity');
    expect(whole.headers['content-encoding'], file).toBeUndefined();
    const short = await get(file, 'gzip, deflate, br');
    expect(short.status).toBe(200);
    expect(short.headers['content-type']).toBe(whole.headers['content-type']);
    expect(short.headers['cache-control']).toBe(whole.headers['cache-control']);
    expect(short.headers['x-content-type-options']).toBe('nosniff');
    if (short.headers['content-encoding'] !== 'br') continue;
    packed++;
    if (file.endsWith('.js'))
      expect(whole.bytes.toString(), file).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
    expect(brotliDecompressSync(short.bytes).equals(whole.bytes), file).toBe(true);
    expect(short.headers.vary).toMatch(/accept-encoding/i);
    expect(whole.headers.vary).toMatch(/accept-encoding/i);
    const rejected = await get(file, 'br;q=0, gzip');
    expect(rejected.headers['content-encoding']).not.toBe('br');
    const head = await get(file, 'br', 'HEAD');
    expect(head.headers['content-length']).toBe(String(short.bytes.length));
    expect(head.bytes.length).toBe(0);
  }
  expect(packed).toBeGreaterThan(files.length / 2);
});
