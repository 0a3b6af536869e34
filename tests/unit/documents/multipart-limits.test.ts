import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sendTo, uploadFixture } from './multipart-fixture';
import { BOUNDARY, head, metadataPart, multipartType, request, sendRaw, upload } from './multipart-server';

const uploads = uploadFixture();
const send = sendTo(uploads);

describe('oversized multipart body', () => {
  it('is rejected before the body when its length is declared', async () => {
    const answer = await sendRaw(uploads.server.port, [
      head({ 'Content-Type': multipartType(), 'Content-Length': 10_000_000_000 }),
    ]);
    expect(answer).toMatchObject({ status: 413, json: { code: 'payload_too_large', max_bytes: 1_000_000 } });
  });

  it('is rejected while reading when its length is unknown, and the connection closes early', async () => {
    let sent = 0;
    const endless = (function* () {
      yield head({ 'Content-Type': multipartType(), 'Transfer-Encoding': 'chunked' });
      const start = Buffer.concat([
        metadataPart,
        Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"\r\n\r\n`),
      ]);
      yield `${start.length.toString(16)}\r\n`;
      yield start;
      yield '\r\n';
      for (;;) {
        sent += 65_536;
        yield Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536), Buffer.from('\r\n')]);
      }
    })();
    expect(await sendRaw(uploads.server.port, endless)).toMatchObject({
      status: 413,
      json: { max_bytes: 1_000_000 },
    });
    expect(sent).toBeLessThan(12_000_000);
  });

  it.each(['preamble', 'epilogue'])('includes an endless %s', async (where) => {
    const filler = Buffer.alloc(1_200_000, 'x');
    const body =
      where === 'preamble'
        ? Buffer.concat([filler, Buffer.from('\r\n'), upload('x')])
        : Buffer.concat([upload('x'), filler]);
    const chunked = Buffer.concat([
      Buffer.from(
        head({ 'Content-Type': multipartType(), 'Transfer-Encoding': 'chunked' }) +
          `${body.length.toString(16)}\r\n`,
      ),
      body,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);
    expect((await send(chunked)).status).toBe(413);
  });
});

describe('disconnected sender', () => {
  const whole = request(upload(randomBytes(400_000)));
  it.each([0.001, 0.3, 0.5, 0.9, 0.9999])('after %d of the body leaves nothing behind', async (share) => {
    const before = uploads.server.gone;
    await sendRaw(uploads.server.port, [whole.subarray(0, Math.max(250, Math.floor(whole.length * share)))], {
      destroyAfter: true,
    });
    await expect.poll(() => uploads.server.gone).toBe(before + 1);
  });

  it('during the metadata check leaves nothing behind', async () => {
    const before = uploads.server.gone;
    let leave: () => void = () => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    uploads.stepsOnCheck = [leave];
    const sending = sendRaw(uploads.server.port, [whole.subarray(0, 200_000)], { destroyAfter: true });
    await left;
    await sending;
    await expect.poll(() => uploads.server.gone).toBe(before + 1);
  });

  it('twenty times at once leaves nothing behind', async () => {
    const before = uploads.server.gone;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sendRaw(uploads.server.port, [whole.subarray(0, 1000 + index * 19_000)], { destroyAfter: true }),
      ),
    );
    await expect.poll(() => uploads.server.gone).toBe(before + 20);
  });
});

it('accepts twenty concurrent uploads unchanged', async () => {
  const before = uploads.server.uploads.length;
  const files = Array.from({ length: 20 }, () => randomBytes(200_000));
  await Promise.all(files.map((bytes) => send(request(upload(bytes)))));
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(new Set(uploads.server.uploads.slice(before).map(({ staged }) => staged.sha256))).toEqual(
    new Set(files.map(hash)),
  );
});
