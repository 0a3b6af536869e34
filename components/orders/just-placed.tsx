'use client';
/** After an order is placed, the focus is on its requisition, so that Enter opens it, or on the title if it is sent. */
import { useEffect } from 'react';

export const REQUISITION_LINK = 'print-requisition';

let placed: string | null = null;

export function orderPlaced(id: string): void {
  placed = id;
}

/** Only on the page that opens after the form, not when the order is visited later. */
export function FocusRequisition({ orderId }: { orderId: string }) {
  useEffect(() => {
    if (placed === orderId)
      (document.getElementById(REQUISITION_LINK) ?? document.querySelector<HTMLElement>('h1'))?.focus();
    placed = null;
  }, [orderId]);
  return null;
}
