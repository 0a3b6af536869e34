'use client';
import type { ReactNode } from 'react';
import { useIsCovered } from './chosen-report';

/** The open report, which is covered while another one is loading (app/motion.css). */
export function ReportBox({ children }: { children: ReactNode }) {
  return (
    <div className="inbox-report" data-covered={useIsCovered() ? '' : undefined}>
      {children}
    </div>
  );
}
