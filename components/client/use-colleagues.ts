'use client';
import { useQuery } from '@tanstack/react-query';
import { trpc } from './query-client';

/** The people of the organization; asked for when a dialog opens, with `refetch`. */
export const useColleagues = () => useQuery(trpc.people.listColleagues.queryOptions({}, { enabled: false }));
