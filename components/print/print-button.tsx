'use client';
import { Button } from '../ui/button';

export function PrintButton() {
  return (
    <Button data-reads="" className="print:hidden" onClick={() => window.print()}>
      Print
    </Button>
  );
}
