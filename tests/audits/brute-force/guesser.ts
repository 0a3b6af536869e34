import http from 'node:http';

/** Signs in like a browser, from loopback addresses, and keeps cookies. */
export class Guesser {
  private readonly cookies = new Map<string, string>();
  private token = '';
  private readonly agents: http.Agent[];

  private constructor(
    private readonly url: string,
    addresses: number,
  ) {
    this.agents = Array.from(
      { length: addresses },
      (_unused, at) =>
        new http.Agent({ keepAlive: true, localAddress: `127.0.${10 + (at >> 8)}.${at & 255 || 1}` }),
    );
  }

  static async at(url: string, addresses: number): Promise<Guesser> {
    const guesser = new Guesser(url, addresses);
    const { text } = await guesser.send('GET', '/api/auth/csrf', undefined, 0);
    guesser.token = (JSON.parse(text) as { csrfToken: string }).csrfToken;
    return guesser;
  }

  /** @returns whether the sign-in succeeded */
  async guess(email: string, password: string, at: number): Promise<boolean> {
    const form = new URLSearchParams({ csrfToken: this.token, json: 'true', email, password });
    const { status } = await this.send('POST', '/api/auth/callback/credentials', form.toString(), at);
    if (status !== 200 && status !== 401) throw new Error(`sign-in answered ${status}`);
    return status === 200;
  }

  private send(
    method: string,
    path: string,
    body: string | undefined,
    at: number,
  ): Promise<{ status: number; text: string }> {
    const { port } = new URL(this.url);
    const headers = {
      Host: new URL(this.url).host,
      Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
    };
    const agent = this.agents[at % this.agents.length]!;
    return new Promise((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => {
          for (const line of answer.headers['set-cookie'] ?? []) {
            const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
            // The session cookie is not needed, and the next sign-in would end the session.
            if (!name!.endsWith('-session')) this.cookies.set(name!, value!);
          }
          resolve({ status: answer.statusCode!, text });
        });
      });
      request.on('error', reject);
      request.end(body);
    });
  }
}
