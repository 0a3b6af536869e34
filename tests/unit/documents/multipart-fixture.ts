import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { sendRaw, startUploads, type TestUploads } from './multipart-server';

/** A running upload server for the tests of one file, and what must hold after each of them. */
export function uploadFixture() {
  const uploads = { server: undefined as unknown as TestUploads, stepsOnJudge: [] as (() => void)[] };
  beforeAll(async () => {
    uploads.server = await startUploads({
      judge: async () => {
        for (const step of uploads.stepsOnJudge) step();
        await new Promise((resolve) => setTimeout(resolve, 20));
      },
    });
  });
  afterAll(() => uploads.server.close());

  /** What was refused left nothing, what was taken lies there whole, and nothing broke inside. */
  afterEach(async () => {
    await uploads.server.idle();
    expect(uploads.server.faults).toEqual([]);
    expect((await uploads.server.files()).length).toBe(uploads.server.uploads.length);
    uploads.stepsOnJudge = [];
  });
  return uploads;
}

export const sendTo = (uploads: { server: TestUploads }) => (bytes: Buffer) =>
  sendRaw(uploads.server.port, [bytes]);
