'use client';
/** Order sets in the form of a new order. */
import type { CatalogTest } from '@/server/domain/catalog/contract';
import type { OrderSet } from '@/server/domain/order-sets/contract';
import { count } from '../format/numbers';
import { Button } from '../ui/button';
import { notIncluded } from './included-in';

interface OrderSetsProps {
  sets: readonly OrderSet[];
  chosen: readonly CatalogTest[];
  /** Tests of one order go to one laboratory. */
  labId: string | null;
  onAdd: (set: OrderSet) => void;
}

/** Sets with a test that is not yet in the order, or with one that can no longer be ordered. */
const isUseful = ({ tests, missing }: OrderSet, chosen: readonly CatalogTest[]): boolean =>
  missing.length > 0 || notIncluded(tests, chosen).some((test) => !chosen.some(({ id }) => id === test.id));

export function OrderSets({ sets, chosen, labId, onAdd }: OrderSetsProps) {
  const useful = sets.filter((set) => isUseful(set, chosen));
  const offered = useful.filter((set) => labId === null || set.lab.id === labId);
  if (useful.length === 0) return null;
  return (
    <section aria-labelledby="order-sets">
      <h2 id="order-sets" className="mb-1 text-sm text-ink-2">
        Order sets
      </h2>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {offered.map((set) => (
          <li key={set.id} className="min-w-0">
            <Button
              weight="secondary"
              className="wrap-anywhere"
              aria-label={`Add order set ${set.name}`}
              onClick={() => onAdd(set)}
            >
              <bdi>{set.name}</bdi>
              <span className="font-normal text-ink-2">{count(set.tests.length, 'test')}</span>
            </Button>
          </li>
        ))}
      </ul>
      {offered.length < useful.length ? (
        <p className="mt-1 text-ink-2">Sets of other laboratories are hidden.</p>
      ) : null}
    </section>
  );
}
