/** What the tabs of one browser tell each other of the session they share. No name of a patient is ever in it. */

const CHANNEL = 'portal-session';

export type TabMessage =
  | {
      kind: 'alive';
      person: string;
      organization: string;
      organizationName: string;
      /** When the session ends, by the clock of this machine, unless the person does something. */
      idleAt: number;
    }
  | { kind: 'ended' };

export interface Channel {
  tell(message: TabMessage): void;
  close(): void;
}

let leaving = false;

export function openChannel(hear: (message: TabMessage) => void): Channel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event: MessageEvent<TabMessage>) => {
    if (!leaving) hear(event.data);
  };
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() };
}

/** For a page that is about to be left: it hears nothing any more. */
export function tellTabs(message: TabMessage): void {
  leaving = true;
  const channel = openChannel(() => undefined);
  channel?.tell(message);
  channel?.close();
}
