import { typedRules } from '../../events/outbound-guard';
import type { TypedRules } from './rules';

/** What the page of a new webhook is told, so that an address can be judged while it is typed. */
export const rulesForTyping = (): TypedRules => typedRules();
