'use client';
import { useQuery } from '@tanstack/react-query';
import { trpc } from './query-client';

/** The members of the organization; loaded with `refetch` when a dialog opens. */
export const useColleagues = () => useQuery(trpc.people.listColleagues.queryOptions({}, { enabled: false }));
