/** A client of server-sent events, for streams that a browser would keep open. */

export interface StreamEvent {
  /** `message` if the server names none. */
  event: string;
  id: string | null;
  data: string;
}

export interface EventStream {
  status: number;
  headers: Headers;
  /** All events so far, pings excluded. */
  events: StreamEvent[];
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  close(): void;
}

export async function openStream(
  url: string,
  headers: Record<string, string>,
  received: (event: StreamEvent) => void = () => undefined,
): Promise<EventStream> {
  const abort = new AbortController();
  const answer = await fetch(url, { headers, signal: abort.signal });
  const events: StreamEvent[] = [];
  const read = async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body!) {
      const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
      rest = blocks.pop()!;
      const next = blocks.flatMap(eventsOf).filter(({ event }) => event !== 'ping');
      events.push(...next);
      for (const event of next) received(event);
    }
  };
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    ended: read().catch(() => undefined),
    close: () => abort.abort(),
  };
}

/** tRPC ends an event with two empty lines. */
function eventsOf(block: string): StreamEvent[] {
  const lines = block.split('\n').filter((line) => line !== '');
  if (lines.length === 0) return [];
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
  return [{ event: field('event') ?? 'message', id: field('id'), data: field('data') ?? '' }];
}
