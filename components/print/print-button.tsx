'use client';
import { Button, type ButtonWeight } from '../ui/button';

export function PrintButton({ weight = 'primary' }: { weight?: ButtonWeight }) {
  return (
    <Button weight={weight} data-reads="" className="print:hidden" onClick={() => window.print()}>
      Print
    </Button>
  );
}
