import type { Event } from '@/server/domain/events/contract';
import { sampleEvent } from '@/server/domain/events/rules';

/** A sample event: IDs only, no patient data. */
export const sampleBody = (type: Event['type']): string => JSON.stringify(sampleEvent(type), null, 2);
