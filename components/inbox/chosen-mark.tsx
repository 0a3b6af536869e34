'use client';
import { useChosenReport } from './chosen-report';

/** Marks the row of the report that opens next (app/inbox.css). */
export const ChosenMark = ({ id }: { id: string }) =>
  useChosenReport() === id ? <span className="inbox-chosen" /> : null;
