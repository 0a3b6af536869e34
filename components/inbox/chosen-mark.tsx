'use client';
import { useChosenReport } from './chosen-report';

interface ChosenMarkProps {
  id: string;
  isOpen: boolean;
}

/** Marks the row of the report that opens next, or of the open one (app/inbox.css). */
export function ChosenMark({ id, isOpen }: ChosenMarkProps) {
  const chosen = useChosenReport();
  const isMarked = chosen === null ? isOpen : chosen === id;
  return isMarked ? <span className="inbox-chosen" /> : null;
}
