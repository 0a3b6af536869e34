'use client';
/** Favorite tests of the user, stored on the server. */
import { useState } from 'react';
import type { CatalogTest } from '@/server/domain/catalog/contract';
import { api } from '../client/client';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';
import { Icon } from '../ui/icons';
import { showToast } from '../ui/toast';
import { useProblem } from '../ui/use-problem';

export interface Favorites {
  tests: readonly CatalogTest[];
  has: (test: CatalogTest) => boolean;
  toggle: (test: CatalogTest) => Promise<void>;
  /** Why the last change failed. */
  problem: string;
}

export function useFavorites(before: readonly CatalogTest[]): Favorites {
  const [tests, setTests] = useState(before);
  const [problem, setProblem] = useProblem();
  const has = ({ id }: CatalogTest) => tests.some((test) => test.id === id);
  const show = (test: CatalogTest, isFavorite: boolean) =>
    setTests((now) => {
      const others = now.filter(({ id }) => id !== test.id);
      return isFavorite ? [...others, test].toSorted((a, b) => a.name.localeCompare(b.name)) : others;
    });
  /** Shown at once, and undone if the server did not store it. */
  async function set(test: CatalogTest, isFavorite: boolean): Promise<void> {
    setProblem('');
    show(test, isFavorite);
    try {
      if (isFavorite) await api.catalog.addFavoriteTest.mutate({ id: test.id });
      else await api.catalog.removeFavoriteTest.mutate({ id: test.id });
    } catch (thrown) {
      show(test, !isFavorite);
      throw thrown;
    }
  }
  return {
    tests,
    has,
    problem,
    async toggle(test) {
      const remove = has(test);
      try {
        await set(test, !remove);
        showToast({
          sentence: remove ? `${test.name} removed from favorites.` : `${test.name} added to favorites.`,
          undo: async () => {
            await set(test, remove);
            return { sentence: `Undone. ${test.name} is ${remove ? 'a favorite' : 'not a favorite'}.` };
          },
        });
      } catch (thrown) {
        const kept = remove ? 'still a favorite' : 'not a favorite';
        setProblem(`${test.name} is ${kept}. ${shownError(thrown).sentence}`);
      }
    },
  };
}

interface FavoriteTestsProps {
  favorites: Favorites;
  chosen: ReadonlySet<string>;
  /** Tests of one order go to one laboratory. */
  labId: string | null;
  onAdd: (test: CatalogTest) => void;
}

export function FavoriteTests({ favorites, chosen, labId, onAdd }: FavoriteTestsProps) {
  const offered = favorites.tests.filter(
    (test) => !chosen.has(test.id) && (labId === null || test.lab.id === labId),
  );
  return (
    <>
      {favorites.problem ? (
        <p role="alert" className="font-semibold text-error">
          {favorites.problem}
        </p>
      ) : null}
      {offered.length > 0 ? (
        <section aria-labelledby="favorites">
          <h2 id="favorites" className="mb-1 text-sm text-ink-2">
            Your favorites
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

export function FavoriteStar({ favorites, test }: { favorites: Favorites; test: CatalogTest }) {
  const isFavorite = favorites.has(test);
  return (
    <Button
      weight="quiet"
      aria-pressed={isFavorite}
      aria-label={`Favorite: ${test.name}`}
      onClick={() => void favorites.toggle(test)}
    >
      <Icon name="star" className={`size-4 shrink-0 ${isFavorite ? 'fill-current' : ''}`} />
      Favorite
    </Button>
  );
}
