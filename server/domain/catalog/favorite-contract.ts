import { z } from 'zod';
import { pathParameter } from '../../data-types/contract-parts';
import { catalogTest } from './contract';

/** The user's favorite tests. Portal only. */
export const noInput = z.strictObject({});
export const favoriteInput = z.strictObject({ id: pathParameter });
export const favoriteState = z.strictObject({ id: z.string(), favorite: z.boolean() });
export const favoriteList = z.strictObject({ data: z.array(catalogTest) });

export type FavoriteState = z.output<typeof favoriteState>;
export type FavoriteList = z.output<typeof favoriteList>;
