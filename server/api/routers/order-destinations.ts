import { z } from 'zod';
import {
  destinationTest,
  orderDestination,
  orderDestinationOrNone,
  orderDestinationPath,
  saveOrderDestinationInput,
  setOrdersPausedInput,
} from '../../domain/order-destinations/contract';
import { deleteOrderDestination } from '../../domain/order-destinations/delete-order-destination';
import { getOrderDestination } from '../../domain/order-destinations/get-order-destination';
import { saveOrderDestination } from '../../domain/order-destinations/save-order-destination';
import { setOrdersPaused } from '../../domain/order-destinations/set-orders-paused';
import { testOrderDestination } from '../../domain/order-destinations/test-order-destination';
import { procedure, router } from '../trpc';

/** Portal only. Each `id` is that of the lab connection. */
export const orderDestinationsRouter = router({
  getOrderDestination: procedure
    .input(orderDestinationPath)
    .output(orderDestinationOrNone)
    .query(({ ctx, input }) => getOrderDestination(ctx, input)),
  saveOrderDestination: procedure
    .input(saveOrderDestinationInput)
    .output(orderDestination)
    .mutation(({ ctx, input }) => saveOrderDestination(ctx, input)),
  deleteOrderDestination: procedure
    .input(orderDestinationPath)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteOrderDestination(ctx, input)),
  testOrderDestination: procedure
    .input(orderDestinationPath)
    .output(destinationTest)
    .mutation(({ ctx, input }) => testOrderDestination(ctx, input)),
  setOrdersPaused: procedure
    .input(setOrdersPausedInput)
    .output(orderDestination)
    .mutation(({ ctx, input }) => setOrdersPaused(ctx, input)),
});
