import { z } from 'zod';
import { pathParameter } from '../../data-types/contract-parts';
import { catalogTest } from './contract';

/** The user's favourite tests. Portal only. */
export const noInput = z.strictObject({});
export const favouriteInput = z.strictObject({ id: pathParameter });
export const favouriteState = z.strictObject({ id: z.string(), favourite: z.boolean() });
export const favouriteList = z.strictObject({ data: z.array(catalogTest) });

export type FavouriteState = z.output<typeof favouriteState>;
export type FavouriteList = z.output<typeof favouriteList>;
