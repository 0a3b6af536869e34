'use client';
import type { ReactNode } from 'react';
import { useIsMarked } from './chosen-report';
import { useIsOutdated } from './outdated-rows';

interface ListedReportProps {
  id: string;
  isOpen: boolean;
  children: ReactNode;
}

/** Marked if its report opens next, or is open; crossed out if it is outdated (app/inbox.css). */
export function ListedReport({ id, isOpen, children }: ListedReportProps) {
  return (
    <li
      className="border-b border-line"
      data-marked={useIsMarked(id, isOpen) ? '' : undefined}
      data-outdated={useIsOutdated(id) ? '' : undefined}
    >
      {children}
    </li>
  );
}
