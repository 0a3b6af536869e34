import { typedRules } from '../../events/outbound-guard';
import type { TypedRules } from './rules';

/** Rules for checking a URL in the browser while it is typed. */
export const rulesForTyping = (): TypedRules => typedRules();
