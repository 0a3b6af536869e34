import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROUTE_HANDLERS } from '../integration/matrix/policy';
import { root } from './source-files';

/** Not in the matrix itself, whose tests run during the build. */

it('the policy table covers all route handlers of the build, where there is one', async () => {
  const manifest = await readFile(path.join(root, '.next/app-path-routes-manifest.json'), 'utf8').catch(
    () => null,
  );
  if (manifest === null) return;
  const pages = Object.keys(JSON.parse(manifest) as object);
  // Next serves icons as static files.
  const handlers = pages.filter((page) => page.endsWith('/route') && !/^\/(icon|favicon)\.\w+\//.test(page));
  expect(handlers.sort()).toEqual(
    ROUTE_HANDLERS.map((file) => file.replace(/^app/, '').replace(/\.ts$/, '')).sort(),
  );
});
