import { afterAll, beforeAll } from 'vitest';
import { startServer, type TestServer } from '../../support/server';
import { connect, type Client } from './client';
import { makeScene, type Scene } from './scene';

/** A server, the scene of the matrix and a client, from the first test of a file to its last. */
export interface Stage {
  server: TestServer;
  scene: Scene;
  client: Client;
}

/** @param address gives each request a separate address; without it all come from one */
export function onStage(address?: () => string): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    stage.server = await startServer();
    stage.scene = await makeScene();
    stage.client = connect(stage.server.url, 8, address);
  }, 120_000);
  afterAll(() => {
    stage.client.close();
    return stage.server.close();
  });
  return stage;
}
