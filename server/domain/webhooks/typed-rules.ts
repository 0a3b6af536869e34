import { typedRules } from '../../events/outbound-guard';
import type { TypedRules } from './rules';

export const rulesForTyping = (): TypedRules => typedRules();
