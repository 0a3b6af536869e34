import { createServer } from 'node:http';
import { ownService } from './services';

/** A real HTTP receiver on loopback that stores requests. */

interface Received {
  headers: Record<string, string>;
  body: string;
  type: string;
}

export interface Receiver {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({
        headers: req.headers as Record<string, string>,
        body,
        type: (JSON.parse(body) as { type: string }).type,
      });
      res.writeHead(204).end();
    });
  });
  const port = ownService().receiverPort;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}/hooks/clinical`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
