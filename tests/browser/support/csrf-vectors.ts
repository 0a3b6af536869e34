/**
 * C-09: an attacker's page in the browser of a signed-in user. Each vector is a part of that page; `At` contains the
 * targets of its requests.
 */

export interface At {
  /** Our service. */
  url: string;
  patientId: string;
  /** Pending consent requests opened by this user: an attacker may know the URLs, not the tokens. */
  consentId: string;
  clientId: string;
  redirectUri: string;
  /** The attacker's account, for signing the user in to it. */
  email: string;
  password: string;
}

/** Origin of the page: another port of our host receives the cookies, the others do not. */
export type From = 'neighbor' | 'stranger' | 'subdomain';

export interface Vector {
  name: string;
  from: readonly From[];
  /** The browser sends only a preflight request. */
  asks?: true;
  /** HTML of the page; `done()` reports its end, also where no request is visible. */
  page: (at: At) => string;
}

const EVERYWHERE: readonly From[] = ['neighbor', 'stranger', 'subdomain'];
const NEIGHBOUR: readonly From[] = ['neighbor'];

const json = (value: unknown) => JSON.stringify(value);
const patient = {
  name: { family: 'Forged', given: ['By'] },
  birth_date: '1990-01-01',
  sex: 'unknown',
  duplicate_reason: 'different_person',
};
const create = (at: At) => `${at.url}/api/trpc/patients.registerPatient`;
const remove = (at: At) => `${at.url}/api/trpc/patients.deletePatient`;
const script = (text: string) => `<script>${text.replaceAll('<', '\\u003c')}</script>`;
const fetched = (url: string, init: Record<string, unknown>) =>
  script(`fetch(${json(url)}, ${json({ credentials: 'include', ...init })}).catch(() => 0).finally(done)`);

/** Sent as a top-level navigation, which includes most cookies, and into a frame. */
function form(
  action: string,
  fields: Record<string, string | string[]>,
  { enctype = 'application/x-www-form-urlencoded', framed = true, method = 'post' } = {},
): string {
  const inputs = Object.entries(fields)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .map(([name, value]) => `<input name='${name}' value='${value}'>`)
    .join('');
  const target = framed ? ' target="frame"' : '';
  return `${framed ? '<iframe name="frame"></iframe>' : ''}<form id="f" action="${action}" method="${method}" enctype="${enctype}"${target}>${inputs}</form>${script(
    framed ? "document.querySelector('iframe').onload = done; f.submit()" : 'f.submit()',
  )}`;
}

/** A form sends `name=value`; with text/plain that can be JSON. */
const plain = (value: object) => {
  const text = json(value);
  return { [`${text.slice(0, -1)},"x":"`]: '"}' };
};

const decision = (at: At, more: Record<string, string | string[]> = {}) => ({
  id: at.consentId,
  csrf: 'A'.repeat(43),
  scope: 'patients:read',
  decision: 'allow',
  ...more,
});

export const VECTORS: readonly Vector[] = [
  {
    name: 'a form with JSON in it, as text',
    from: EVERYWHERE,
    page: (at) => form(create(at), plain(patient), { enctype: 'text/plain' }),
  },
  {
    name: 'the same, the whole page going there',
    from: EVERYWHERE,
    page: (at) => form(create(at), plain(patient), { enctype: 'text/plain', framed: false }),
  },
  {
    name: 'a form, urlencoded',
    from: EVERYWHERE,
    page: (at) => form(create(at), { input: json(patient), family: 'Forged' }),
  },
  {
    name: 'fetch without asking, JSON as text',
    from: EVERYWHERE,
    page: (at) =>
      fetched(create(at), {
        method: 'POST',
        mode: 'no-cors',
        body: json(patient),
        headers: { 'Content-Type': 'text/plain' },
      }),
  },
  {
    name: 'fetch without a type',
    from: NEIGHBOUR,
    page: (at) =>
      script(
        `fetch(${json(create(at))}, {method: 'POST', mode: 'no-cors', credentials: 'include', body: new Blob([${json(json(patient))}])}).catch(() => 0).finally(done)`,
      ),
  },
  {
    name: 'fetch that asks first (JSON)',
    asks: true,
    from: EVERYWHERE,
    page: (at) =>
      fetched(create(at), {
        method: 'POST',
        body: json(patient),
        headers: { 'Content-Type': 'application/json' },
      }),
  },
  {
    name: 'XMLHttpRequest with cookies',
    from: NEIGHBOUR,
    page: (at) =>
      script(
        `const x = new XMLHttpRequest(); x.open('POST', ${json(create(at))}); x.withCredentials = true; x.onloadend = done; x.setRequestHeader('Content-Type', 'text/plain'); x.send(${json(json(patient))})`,
      ),
  },
  {
    name: 'a beacon',
    from: NEIGHBOUR,
    page: (at) => script(`navigator.sendBeacon(${json(create(at))}, ${json(json(patient))}); done()`),
  },
  {
    name: 'a frame without an origin (Origin: null)',
    from: EVERYWHERE,
    page: (at) => {
      const inner = form(create(at), plain(patient), { enctype: 'text/plain', framed: false });
      // Not done before the response: a frame does not report when its form is sent.
      return `<iframe id="s" sandbox="allow-scripts allow-forms"></iframe>${script(`s.srcdoc = ${json(inner)}`)}`;
    },
  },
  {
    name: 'fetch from a frame without an origin',
    from: NEIGHBOUR,
    page: (at) => {
      const inner = `<script>fetch(${json(create(at))}, {method: 'POST', mode: 'no-cors', credentials: 'include', body: ${json(json(patient))}})</script>`;
      return `<iframe id="s" sandbox="allow-scripts"></iframe>${script(`s.srcdoc = ${json(inner)}`)}`;
    },
  },
  {
    name: 'a change by an image (GET)',
    from: EVERYWHERE,
    page: (at) =>
      `<img onerror="done()" onload="done()" src="${remove(at)}?input=${encodeURIComponent(json({ id: at.patientId }))}">`,
  },
  {
    name: 'a change by a script’s address (GET)',
    from: NEIGHBOUR,
    page: (at) =>
      `<script onerror="done()" onload="done()" src="${remove(at)}?batch=1&input=${encodeURIComponent(json({ 0: { id: at.patientId } }))}"></script>`,
  },
  {
    name: 'a change by following a link (GET)',
    from: EVERYWHERE,
    page: (at) =>
      `<a id="a" href="${remove(at)}?input=${encodeURIComponent(json({ id: at.patientId }))}">win</a>${script('a.click()')}`,
  },
  {
    name: 'a change by HEAD',
    from: NEIGHBOUR,
    page: (at) =>
      fetched(`${remove(at)}?input=${encodeURIComponent(json({ id: at.patientId }))}`, {
        method: 'HEAD',
        mode: 'no-cors',
      }),
  },
  {
    name: 'another method by a header',
    asks: true,
    from: NEIGHBOUR,
    page: (at) =>
      fetched(`${at.url}/v1/patients/${at.patientId}`, {
        method: 'POST',
        headers: { 'X-HTTP-Method-Override': 'DELETE' },
      }),
  },
  {
    name: 'another method by a field',
    from: NEIGHBOUR,
    page: (at) => form(`${at.url}/v1/patients/${at.patientId}?_method=DELETE`, { _method: 'DELETE' }),
  },
  {
    name: 'DELETE itself',
    asks: true,
    from: EVERYWHERE,
    page: (at) => fetched(`${at.url}/v1/patients/${at.patientId}`, { method: 'DELETE' }),
  },
  {
    name: 'a batch of calls',
    from: NEIGHBOUR,
    page: (at) =>
      fetched(`${create(at)},patients.deletePatient?batch=1`, {
        method: 'POST',
        mode: 'no-cors',
        body: json({ 0: patient, 1: { id: at.patientId } }),
      }),
  },
  {
    name: 'a file by a form with parts',
    from: EVERYWHERE,
    page: (at) => {
      const metadata = json({ patient_id: at.patientId });
      return `<iframe name="frame"></iframe><form id="f" method="post" enctype="multipart/form-data" action="${at.url}/api/portal/documents/uploads" target="frame"><input name='metadata' value='${metadata}'><input type="file" name="file" id="b"></form>${script(
        `const d = new DataTransfer(); d.items.add(new File(['forged'], 'a.txt', {type: 'text/plain'})); b.files = d.files; document.querySelector('iframe').onload = done; f.submit()`,
      )}`;
    },
  },
  {
    name: 'a file by fetch',
    from: NEIGHBOUR,
    page: (at) =>
      script(
        `const b = new FormData(); b.append('metadata', ${json(json({ patient_id: at.patientId }))}); b.append('file', new Blob(['forged'], {type: 'text/plain'}), 'a.txt'); fetch(${json(`${at.url}/api/portal/documents/uploads`)}, {method: 'POST', mode: 'no-cors', credentials: 'include', body: b}).catch(() => 0).finally(done)`,
      ),
  },
  {
    name: 'the person’s word on a consent page, by a form',
    from: EVERYWHERE,
    page: (at) => form(`${at.url}/oauth/decide`, decision(at)),
  },
  {
    name: 'the same, the whole page going there, tokens and decisions twice',
    from: EVERYWHERE,
    page: (at) =>
      form(
        `${at.url}/oauth/decide`,
        decision(at, { csrf: ['', 'A'.repeat(43)], decision: ['deny', 'allow'] }),
        {
          framed: false,
        },
      ),
  },
  {
    name: 'the person’s word by an address (GET)',
    from: NEIGHBOUR,
    page: (at) => form(`${at.url}/oauth/decide`, decision(at), { method: 'get', framed: false }),
  },
  {
    name: 'an application connected in silence',
    from: EVERYWHERE,
    page: (at) => {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: at.clientId,
        redirect_uri: at.redirectUri,
        prompt: 'none',
        scope: 'patients:read',
        code_challenge: 'c'.repeat(43),
        code_challenge_method: 'S256',
      });
      return `<iframe src="${at.url}/oauth/authorize?${query}" onload="done()"></iframe>`;
    },
  },
  {
    name: 'the user signed in to the attacker’s account',
    from: EVERYWHERE,
    page: (at) =>
      form(
        `${at.url}/api/auth/callback/credentials`,
        { email: at.email, password: at.password, csrfToken: 'a'.repeat(64), json: 'true' },
        { framed: false },
      ),
  },
  {
    name: 'the same by fetch',
    from: NEIGHBOUR,
    page: (at) =>
      script(
        `fetch(${json(`${at.url}/api/auth/callback/credentials`)}, {method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams(${json({ email: at.email, password: at.password })})}).catch(() => 0).finally(done)`,
      ),
  },
  {
    name: 'the person signed out',
    from: EVERYWHERE,
    page: (at) => form(`${at.url}/api/auth/signout`, { csrfToken: 'a'.repeat(64) }, { framed: false }),
  },
  {
    name: 'the person signed out by an image',
    from: NEIGHBOUR,
    page: (at) => `<img onerror="done()" onload="done()" src="${at.url}/api/auth/signout">`,
  },
  {
    name: 'a WebSocket',
    from: EVERYWHERE,
    page: (at) =>
      script(
        `const w = new WebSocket(${json(`${at.url.replace('http', 'ws')}/api/trpc`)}); w.onopen = () => w.send(${json(json({ id: 1, method: 'mutation', params: { path: 'patients.registerPatient', input: patient } }))}); w.onerror = w.onclose = done`,
      ),
  },
  {
    name: 'a stream of events',
    from: NEIGHBOUR,
    page: (at) =>
      script(
        `const e = new EventSource(${json(`${remove(at)}?input=${encodeURIComponent(json({ id: at.patientId }))}`)}, {withCredentials: true}); e.onerror = () => { e.close(); done() }`,
      ),
  },
  {
    name: 'a style sheet’s address',
    from: NEIGHBOUR,
    page: (at) =>
      `<link rel="stylesheet" onerror="done()" onload="done()" href="${remove(at)}?input=${encodeURIComponent(json({ id: at.patientId }))}">`,
  },
];

/** Pages that no one may frame, where a click could be redirected to one of our buttons. */
export const FRAMED = (at: At): string[] => [
  `/oauth/consent/${at.consentId}`,
  '/patients',
  `/patients/${at.patientId}`,
  '/admin/api-keys',
  '/account',
  '/sign-in',
];
