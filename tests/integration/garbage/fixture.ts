import { asSuperuser, personContext, realKey } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { operationsOf, type ApiOperation } from '../../support/openapi';
import { call } from '../../support/server';
import { makeApp, makePublicApp, type App } from '../../support/oauth';
import { signInAs } from '../../support/session';
import { ANNOUNCED } from './good';

/** Target and credentials of the malformed requests, for a server in this process or a separate service. */
export interface Fixture {
  url: string;
  things: Furnished;
  operations: ApiOperation[];
  key: string;
  /** Session cookies of administrators: a user may send 300 requests a minute, and upload 60 files. */
  people: string[];
  /** Upload URL of `ANNOUNCED`, without the host. */
  upload: string;
  /** Confidential applications, each with a separate limit, and a public one. */
  clients: App[];
  open: App;
}

export async function makeFixture(url: string, people: number): Promise<Fixture> {
  const server = { url, close: () => Promise.resolve() };
  const things = await furnish('garbage');
  await asSuperuser("UPDATE webhooks SET enabled = false, status = 'disabled' WHERE org_id = $1", [
    things.org.orgId,
  ]);
  const key = await realKey(things.org);
  const cookies: string[] = [];
  for (let made = 0; made < people; made++)
    cookies.push((await signInAs(await personContext(things.org, 'admin'))).cookie);
  const clients: App[] = [];
  for (let made = 0; made < people; made++) clients.push(await makeApp(things.admin));
  const announced = await call(server, key, 'POST', '/v1/documents', {
    patient_id: things.ids.patient,
    upload: { ...ANNOUNCED, content_type: 'text/plain', file_name: 'never.txt' },
  });
  return {
    url,
    things,
    operations: await operationsOf(server),
    key,
    people: cookies,
    upload: new URL((announced.json as { upload: { url: string } }).upload.url).pathname,
    clients,
    open: await makePublicApp(things.admin, { redirect_uris: ['http://127.0.0.1/done'] }),
  };
}
