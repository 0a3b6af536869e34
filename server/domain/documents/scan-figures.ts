/** Malware scans of this process, for the metrics. */

export const SCAN_OUTCOMES = ['clean', 'infected', 'error'] as const;
export type ScanOutcome = (typeof SCAN_OUTCOMES)[number];

// The process has two module graphs; they share the counts.
const slot = Symbol.for('clinical.scans');
const holder = globalThis as unknown as { [slot]?: Record<ScanOutcome, number> };
const counts = (holder[slot] ??= { clean: 0, infected: 0, error: 0 });

export const countScan = (outcome: ScanOutcome): void => void counts[outcome]++;
export const scanCounts = (): Readonly<Record<ScanOutcome, number>> => counts;
