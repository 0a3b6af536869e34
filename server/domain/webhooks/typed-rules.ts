import { typedRules } from '../../outbound/outbound-guard';
import type { TypedRules } from '../../data-types/webhook-url';

export const rulesForTyping = (): TypedRules => typedRules();
