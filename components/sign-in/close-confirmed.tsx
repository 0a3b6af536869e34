'use client';
import { useEffect } from 'react';
import { CONFIRMED } from './confirm-window';

/** Notifies the page with the dialog, and closes the window. */
export function CloseConfirmed() {
  useEffect(() => {
    const channel = new BroadcastChannel(CONFIRMED);
    channel.postMessage('confirmed');
    channel.close();
    window.close();
  }, []);
  return null;
}
