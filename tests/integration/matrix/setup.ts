import { afterAll, beforeAll } from 'vitest';
import { startServer, type TestServer } from '../../support/server';
import { connect, type Client } from './client';

/** A server, the matrix's fixture or half of it, and a client, shared by all tests of a file. */
export interface Setup<Places> {
  server: TestServer;
  fixture: Places;
  client: Client;
}

/** @param address gives each request a separate address; without it all come from one */
export function useSetup<Places>(make: () => Promise<Places>, address?: () => string): Setup<Places> {
  const setup = {} as Setup<Places>;
  beforeAll(async () => {
    setup.server = await startServer();
    setup.fixture = await make();
    setup.client = connect(setup.server.url, 8, address);
  }, 120_000);
  afterAll(() => {
    setup.client.close();
    return setup.server.close();
  });
  return setup;
}
