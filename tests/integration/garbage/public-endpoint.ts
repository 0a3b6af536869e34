import type { Random } from '../../support/random';
import type { Asked, Endpoint } from './endpoints';
import { garbageHeaders } from './header-lines';
import { garbageBody, type Json } from './json-bodies';
import { spoiltBytes } from './multipart-bodies';
import type { Fixture } from './fixture';
import { INJECTIONS } from './values';
import { somewhere } from './wire';

/** Forms of signed-out users. They are limited by IP address, so each request has a separate one. */

const SECRET = 'A'.repeat(43);
const FORMS: [string, Json][] = [
  ['accept-invitation', { secret: SECRET, account: 'existing', password: 'x' }],
  ['request-password-reset', { email: 'a@example.org' }],
  ['redeem-password-reset', { secret: SECRET, password: 'x' }],
];
const JSON_TYPE = 'application/json';

export function publicEndpoint(fixture: Fixture): Endpoint {
  const post = (random: Random | null, form: string, given: Buffer | string, type = JSON_TYPE): Asked => {
    const body = Buffer.from(given as string);
    return {
      method: 'POST',
      target: `/api/public/${form}`,
      body,
      headers: [
        `Host: ${new URL(fixture.url).host}`,
        'Sec-Fetch-Site: same-origin',
        `Content-Type: ${type}`,
        `Content-Length: ${body.length}`,
      ],
      ...(random ? { from: somewhere(random) } : {}),
    };
  };
  const [invitation, good] = FORMS[0]!;
  return {
    name: 'public',
    problems: true,
    good: { wire: post(null, invitation, JSON.stringify(good)), status: 404 },
    kinds: {
      json: (random) => {
        const [form, body] = random.pick(FORMS);
        return post(random, form, garbageBody(random, body));
      },
      bytes: (random) => {
        const [form, body] = random.pick(FORMS);
        return post(random, form, spoiltBytes(random, Buffer.from(JSON.stringify(body))));
      },
      form: (random) => ({
        ...post(random, random.pick(FORMS)[0], 'secret=x', 'application/x-www-form-urlencoded'),
        expected: [415],
      }),
      path: (random) => ({
        ...post(random, `x${encodeURIComponent(random.pick(INJECTIONS).toWellFormed())}`, '{}'),
        expected: [404],
      }),
      headers: (random) => garbageHeaders(random, post(random, invitation, JSON.stringify(good))),
    },
  };
}
