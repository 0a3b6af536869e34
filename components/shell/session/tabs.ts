/** Messages about the session that the tabs of a browser share. They never contain patient names. */

const CHANNEL = 'portal-session';

/** `ended`: the server ended it, as on another device or by an administrator. */
export const END_REASONS = ['idle', 'expired', 'signed_out', 'ended', 'other_user'] as const;
export type EndReason = (typeof END_REASONS)[number];

export const END_SENTENCES: Readonly<Record<EndReason, string>> = {
  idle: 'The session ended because there was no activity.',
  expired: 'The session reached its maximum length.',
  signed_out: 'You signed out in another tab.',
  ended: 'The session was ended on another device or by an administrator.',
  other_user: 'Another user signed in with this browser.',
};

export type TabMessage =
  | {
      kind: 'alive';
      person: string;
      organization: string;
      organizationName: string;
      /** When the session ends without activity, by the local clock. */
      idleAt: number;
    }
  | { kind: 'ended'; reason?: EndReason | null };

export interface Channel {
  send(message: TabMessage): void;
  close(): void;
}

let leaving = false;

export function openChannel(listener: (message: TabMessage) => void): Channel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event: MessageEvent<TabMessage>) => {
    if (!leaving) listener(event.data);
  };
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
}

/** For a page about to be unloaded: it no longer receives messages. */
export function notifyTabs(message: TabMessage): void {
  leaving = true;
  const channel = openChannel(() => undefined);
  channel?.send(message);
  channel?.close();
}
