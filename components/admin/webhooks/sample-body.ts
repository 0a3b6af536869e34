import type { Event } from '@/server/domain/events/contract';
import { sampleEvent } from '@/server/domain/events/rules';

/** A made-up event as it is sent: thin, without names, values or dates of birth. */
export const sampleBody = (type: Event['type']): string => JSON.stringify(sampleEvent(type), null, 2);
