'use client';
/** Leaves an open chart that is restricted meanwhile, for the page that asks for a reason. */
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { chartCode } from '@/server/domain/changes/rules';
import { background } from '../client/client';
import { hearChanges } from '../client/changes';
import { quietly } from '../client/router-requests';
import { shownError } from '../ui/error-message';

const AGAIN_MS = 5_000;

interface LeaveRestrictedChartProps {
  patientId: string;
  /** The position of the page's data. */
  since: string;
}

export function LeaveRestrictedChart({ patientId, since }: LeaveRestrictedChartProps) {
  const router = useRouter();
  const [first] = useState(since);
  useEffect(() => {
    let timer = 0;
    let isOver = false;
    const look = async () => {
      window.clearTimeout(timer);
      try {
        await background.patients.getPatient.query({ id: patientId });
      } catch (thrown) {
        if (isOver) return;
        // The page asks for a reason, and the router forgets what it would show after Back.
        if (shownError(thrown).code === 'chart_restricted') quietly(() => router.refresh());
        else timer = window.setTimeout(() => void look(), AGAIN_MS);
      }
    };
    const silent = hearChanges(({ restricted, everything, position }) => {
      if (restricted.includes(chartCode(patientId)) || (everything && position)) void look();
    }, first);
    return () => {
      isOver = true;
      silent();
      window.clearTimeout(timer);
    };
  }, [patientId, first, router]);
  return null;
}
