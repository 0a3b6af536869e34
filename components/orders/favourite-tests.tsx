'use client';
/** Tests that the person orders often: one press adds one. Kept on the server, so they are there on every machine. */
import { useState } from 'react';
import type { CatalogTest } from '@/server/domain/catalog/contract';
import { api } from '../client/client';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';
import { Icon } from '../ui/icons';
import { announce } from '../ui/live-region';

export interface Favourites {
  tests: readonly CatalogTest[];
  has: (test: CatalogTest) => boolean;
  toggle: (test: CatalogTest) => Promise<void>;
  /** Why the last change did not happen. */
  problem: string;
}

export function useFavourites(before: readonly CatalogTest[]): Favourites {
  const [tests, setTests] = useState(before);
  const [problem, setProblem] = useState('');
  const has = ({ id }: CatalogTest) => tests.some((test) => test.id === id);
  return {
    tests,
    has,
    problem,
    async toggle(test) {
      const remove = has(test);
      try {
        if (remove) await api.catalog.removeFavouriteTest.mutate({ id: test.id });
        else await api.catalog.addFavouriteTest.mutate({ id: test.id });
        setProblem('');
        setTests((now) => {
          const others = now.filter(({ id }) => id !== test.id);
          return remove ? others : [...others, test].toSorted((a, b) => a.name.localeCompare(b.name));
        });
        announce(
          remove ? `${test.name} is no favourite any more.` : `${test.name} is one of your favourites.`,
        );
      } catch (thrown) {
        setProblem(shownError(thrown).sentence);
      }
    },
  };
}

interface FavouriteTestsProps {
  favourites: Favourites;
  chosen: ReadonlySet<string>;
  /** Tests of one order go to one laboratory. */
  labId: string | null;
  onAdd: (test: CatalogTest) => void;
}

export function FavouriteTests({ favourites, chosen, labId, onAdd }: FavouriteTestsProps) {
  const offered = favourites.tests.filter(
    (test) => !chosen.has(test.id) && (labId === null || test.lab.id === labId),
  );
  return (
    <>
      {favourites.problem ? (
        <p role="alert" className="font-semibold">
          {favourites.problem}
        </p>
      ) : null}
      {offered.length > 0 ? (
        <section aria-labelledby="favourites">
          <h2 id="favourites" className="mb-1 text-sm text-ink-2">
            Your favourites
          </h2>
          <ul className="flex flex-wrap gap-2">
            {offered.map((test) => (
              <li key={test.id}>
                <Button weight="secondary" onClick={() => onAdd(test)} aria-label={`Add ${test.name}`}>
                  {test.name}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** On a test that was added: the star that keeps it. */
export function FavouriteStar({ favourites, test }: { favourites: Favourites; test: CatalogTest }) {
  const kept = favourites.has(test);
  return (
    <Button
      weight="quiet"
      aria-pressed={kept}
      aria-label={`Favourite: ${test.name}`}
      onClick={() => void favourites.toggle(test)}
    >
      <Icon name="star" className={`size-4 shrink-0 ${kept ? 'fill-current' : ''}`} />
      Favourite
    </Button>
  );
}
