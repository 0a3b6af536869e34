import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { sendRaw, startUploads, type TestUploads } from './multipart-server';

/** A running upload server for one test file, and checks after each test. */
export function uploadFixture() {
  const uploads = { server: undefined as unknown as TestUploads, stepsOnCheck: [] as (() => void)[] };
  beforeAll(async () => {
    uploads.server = await startUploads({
      check: async () => {
        for (const step of uploads.stepsOnCheck) step();
        await new Promise((resolve) => setTimeout(resolve, 20));
      },
    });
  });
  afterAll(() => uploads.server.close());

  /** Rejected uploads leave no files, accepted ones are complete, and nothing failed internally. */
  afterEach(async () => {
    await uploads.server.idle();
    expect(uploads.server.faults).toEqual([]);
    expect((await uploads.server.files()).length).toBe(uploads.server.uploads.length);
    uploads.stepsOnCheck = [];
  });
  return uploads;
}

export const sendTo = (uploads: { server: TestUploads }) => (bytes: Buffer) =>
  sendRaw(uploads.server.port, [bytes]);
