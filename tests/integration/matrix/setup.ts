import { afterAll, beforeAll } from 'vitest';
import { startServer, type TestServer } from '../../support/server';
import { connect, type Client } from './client';
import { makeFixture, type Fixture } from './fixture';

/** A server, the matrix's fixture and a client, shared by all tests of a file. */
export interface Setup {
  server: TestServer;
  fixture: Fixture;
  client: Client;
}

/** @param address gives each request a separate address; without it all come from one */
export function useSetup(address?: () => string): Setup {
  const setup = {} as Setup;
  beforeAll(async () => {
    setup.server = await startServer();
    setup.fixture = await makeFixture();
    setup.client = connect(setup.server.url, 8, address);
  }, 120_000);
  afterAll(() => {
    setup.client.close();
    return setup.server.close();
  });
  return setup;
}
