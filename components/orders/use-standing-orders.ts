'use client';
/** Which of the chosen tests this patient has open orders for already, asked once for each. */
import { useEffect, useRef, useState } from 'react';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import { OPEN_STATUSES } from '@/server/domain/lab-orders/rules';
import { api } from '../client/client';

/** By test: the newest open order and when it was looked up, or that it could not be. Absent: there is none. */
export type Standing = ReadonlyMap<string, { order: LabOrder; asked: number } | 'unknown'>;

export function useStandingOrders(patientId: string, tests: readonly { id: string }[]): Standing {
  const [standing, setStanding] = useState<Standing>(new Map());
  const known = useRef(new Set<string>());
  useEffect(() => {
    for (const { id } of tests) {
      if (known.current.has(id)) continue;
      known.current.add(id);
      const keep = (found: { order: LabOrder; asked: number } | 'unknown') =>
        setStanding((before) => new Map(before).set(id, found));
      api.labOrders.listLabOrders
        .query({ patient_id: patientId, test_id: id, status: OPEN_STATUSES, limit: 1 })
        .then(
          ({ data: [order] }) => {
            if (order) keep({ order, asked: Date.now() });
          },
          () => keep('unknown'),
        );
    }
  }, [patientId, tests]);
  return standing;
}
