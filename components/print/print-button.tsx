'use client';
import { Button } from '../ui/button';

export function PrintButton() {
  return (
    <Button data-reads="" onClick={() => window.print()}>
      Print
    </Button>
  );
}
