import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { env } from '../env';

/** Answers to what never becomes a request of a door: unreadable bytes, headers too large, senders that stall. */

const REASON: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function problemBody(status: number, code: string, detail: string): string {
  return JSON.stringify({
    type: `${env.PUBLIC_URL}/docs/errors/${code}`,
    title: code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' '),
    status,
    code,
    detail,
  });
}

/** Writes the answer on the bare socket and closes it: its bytes cannot be trusted to start a new request. */
export function refuseSocket(socket: Socket, status: number, code: string, detail: string): void {
  const body = problemBody(status, code, detail);
  const head = [
    `HTTP/1.1 ${status} ${REASON[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

export function refusedTarget(res: ServerResponse): void {
  res.writeHead(400, { 'Content-Type': 'application/problem+json', Connection: 'close' });
  res.end(problemBody(400, 'invalid_request', 'The request target is not a path.'));
}
