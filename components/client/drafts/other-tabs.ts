/** Tabs with the same form share one draft, and the tab that saves last replaces that of the others. */

let channel: BroadcastChannel | undefined;
const shared = (): BroadcastChannel => (channel ??= new BroadcastChannel('portal:drafts'));

/** @param address path of the draft that this tab saves */
export const tellOtherTabs = (address: string): void => shared().postMessage(address);

export function onSavedInOtherTab(address: string, saved: () => void): () => void {
  const listener = ({ data }: MessageEvent<unknown>) => {
    if (data === address) saved();
  };
  const from = shared();
  from.addEventListener('message', listener);
  return () => from.removeEventListener('message', listener);
}
