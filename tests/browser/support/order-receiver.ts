import { once } from 'node:events';
import net from 'node:net';
import { ownService } from './services';

/** A laboratory that receives orders over MLLP and answers as the test says. */
export interface OrderReceiver {
  /** `NW 1234567890X`: ORC-1 and ORC-2 of the first order of each message. */
  got: string[];
  /** MSA-1 and the text of the next answers; the last one repeats. */
  answers: [code: 'AA' | 'AE', text: string][];
  close(): Promise<void>;
}

export async function receiveOrders(): Promise<OrderReceiver> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      for (let end = text.indexOf('\x1c\r'); end !== -1; end = text.indexOf('\x1c\r')) {
        socket.write(`\x0b${answerTo(text.slice(text.indexOf('\x0b') + 1, end))}\x1c\r`);
        text = text.slice(end + 2);
      }
    });
  });
  const lab: OrderReceiver = {
    got: [],
    answers: [['AA', '']],
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function answerTo(message: string): string {
    const segments = message.split('\r').map((line) => line.split('|'));
    const orc = segments.find(([name]) => name === 'ORC')!;
    const placer = orc[2]!.split('^')[0]!;
    lab.got.push(`${orc[1]} ${placer}`);
    const [code, reason] = lab.answers.length > 1 ? lab.answers.shift()! : lab.answers[0]!;
    const control = code === 'AE' ? 'UA' : orc[1] === 'CA' ? 'CR' : 'OK';
    return [
      `MSH|^~\\&|LAB||CLINIC||20260105143000||ORL^O22|A${lab.got.length}|P|2.5.1`,
      `MSA|${code}|${segments[0]![9]}|${reason}`,
      `ORC|${control}|${placer}|LAB-${placer}`,
      '',
    ].join('\r');
  }

  server.listen(ownService().laboratoryPort, '127.0.0.1');
  await once(server, 'listening');
  return lab;
}
