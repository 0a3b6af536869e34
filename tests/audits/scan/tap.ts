import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy between a scanner and the service: forwards every request unchanged and counts responses, independently of
 * the scanner's report. Supplies session cookies of several users in turn, because each user has a request limit.
 */

export interface Tap {
  url: string;
  requests: number;
  /** Requests by the number before the path: `/t12/v1/…`. */
  byTarget: Map<number, number>;
  byStatus: Map<number, number>;
  /** 5xx responses, and requests without a response. */
  broken: { place: string; what: string }[];
  /** `Allow` of 405 responses, by `METHOD path`. */
  allowed: Map<string, string>;
  close(): Promise<void>;
}

const NUMBERED = /^\/t(\d+)(\/.*)$/s;

export async function startTap(serviceUrl: string, cookies: readonly string[] = []): Promise<Tap> {
  const { hostname, port } = new URL(serviceUrl);
  const agent = new http.Agent({ keepAlive: true });
  let turn = 0;

  const server = http.createServer({ requireHostHeader: false, maxHeaderSize: 65_536 }, (req, res) => {
    tap.requests++;
    const numbered = NUMBERED.exec(req.url!);
    if (numbered) tap.byTarget.set(Number(numbered[1]), (tap.byTarget.get(Number(numbered[1])) ?? 0) + 1);
    pass(req, res, numbered?.[2] ?? req.url!);
  });

  function pass(req: IncomingMessage, res: ServerResponse, path: string): void {
    const place = `${req.method} ${path}`;
    const headers: http.OutgoingHttpHeaders = { ...req.headers, host: `${hostname}:${port}` };
    if (cookies.length > 0)
      headers.cookie = [req.headers.cookie, cookies[turn++ % cookies.length]].filter(Boolean).join('; ');
    const onward = http.request({ hostname, port, agent, method: req.method!, path, headers }, (answer) => {
      const status = answer.statusCode!;
      tap.byStatus.set(status, (tap.byStatus.get(status) ?? 0) + 1);
      if (status === 405) tap.allowed.set(place, answer.headers.allow ?? '');
      res.writeHead(status, answer.headers);
      answer.pipe(res);
      if (status < 500) return;
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk).slice(0, 200)));
      answer.once('end', () => tap.broken.push({ place, what: `answered ${status} ${text.slice(0, 200)}` }));
    });
    onward.once('error', (error) => {
      // If a scanner hangs up, the forwarded request is aborted.
      if (!res.destroyed) tap.broken.push({ place, what: `no answer (${error.message})` });
      res.destroy();
    });
    res.once('close', () => onward.destroy());
    req.pipe(onward);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tap: Tap = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: 0,
    byTarget: new Map(),
    byStatus: new Map(),
    broken: [],
    allowed: new Map(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
  return tap;
}
