/**
 * The end of a patient's ID (`pat_…`): enough for a page to ignore changes of most other charts, and too little to
 * identify a patient, because messages to all pages are not part of a patient's access log.
 */
export const chartCode = (patientId: string): string => patientId.slice(-2);
