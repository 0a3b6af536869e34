import { expect, it } from 'vitest';
import { READABLE_LISTS } from '../../../components/admin/api-keys/readable-lists';
import { ROUTES } from '../../../server/http/rest/routes';
import { SCOPES } from '../../../server/shared/scopes';

it('a key with any scope for reading gets a first request that its scope allows', () => {
  for (const [scope, path] of READABLE_LISTS) {
    const route = ROUTES.find((one) => one.method === 'GET' && one.path === `/v1/${path}`);
    expect([route?.meta.scope].flat(), path).toContain(scope);
  }
  // The scope for restricted charts only adds to the others.
  const readable = ['patients:restricted', ...READABLE_LISTS.map(([scope]) => scope as string)];
  expect(SCOPES.filter((scope) => !scope.endsWith(':write') && !readable.includes(scope))).toEqual([]);
});
