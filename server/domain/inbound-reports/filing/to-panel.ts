import type { ReportPanel, TestNames } from '../../lab-results/report';
import { PATIENT_PANEL } from '../../lab-results/rules';
import type { NormalPanel, NormalReport, NormalTime } from '../../../hl7v2/normal-message';
import { codeOf, loincOf, nameOf, type ConnectionMappings } from './connection-mappings';
import { isOpen, panelStatusOf } from './panel-status';
import { latestOf } from './time-precision';
import { unreadTimeNotes } from './service-notes';
import { hasContent, isNotAsked, toObservation } from './to-observation';

/**
 * Converts one OBR to a panel. Null if the laboratory is still working on it and has sent no values.
 * @param sentAt MSH-7
 */
export function toPanel(
  panel: NormalPanel,
  mappings: ConnectionMappings,
  sentAt: NormalTime | null,
): ReportPanel | null {
  if (isWaiting(panel)) return null;
  const results = panel.observations.map((line) => toObservation(line, panel, mappings));
  const details = panel.order_details
    .filter(hasContent)
    .map((line) => toObservation(line, panel, mappings, isNotAsked(line) ? 'not_asked' : 'order_detail'));
  const made = panel.reported_at;
  const { parent } = panel;
  return {
    ...namesOf(panel, mappings),
    status: panelStatusOf(
      panel.status,
      results.map(({ status }) => status),
    ),
    filler_number: panel.filler_number,
    placer_authority: panel.placer_authority,
    reported_at: made?.at ?? null,
    reported_until: made ? latestOf(made) : null,
    sent_at: sentAt?.at ?? null,
    sent_until: sentAt ? latestOf(sentAt) : null,
    parent: parent?.code ? { code: parent.code, sub_id: parent.sub_id } : null,
    is_reflex: parent !== null,
    notes: [...panel.notes, ...unreadTimeNotes(panel.unread_times)],
    observations: [...results, ...details],
  };
}

/** OBR-25 is O, I, S or similar, and there is no value from the laboratory. */
export const isWaiting = ({ status, observations, order_details: details }: NormalPanel): boolean =>
  status === 'in_progress' &&
  observations.length === 0 &&
  !details.some((line) => isNotAsked(line) && hasContent(line));

/** OBX before the first OBR: about the patient, not about an ordered test. */
export function patientPanel(
  { patient_observations: lines, collected_at }: NormalReport,
  mappings: ConnectionMappings,
): ReportPanel[] {
  const observations = lines
    .filter(hasContent)
    .map((line) => toObservation(line, { collected_at }, mappings, 'patient'));
  if (observations.length === 0) return [];
  // A pending patient observation does not keep the report open.
  const statuses = observations.map(({ status }) => (isOpen(status) ? 'final' : status));
  const status = panelStatusOf(null, statuses);
  return [{ code: PATIENT_PANEL, name: 'About the patient', status, observations }];
}

export const namesOf = (panel: NormalPanel, mappings: ConnectionMappings): TestNames => ({
  code: codeOf(panel.test),
  other_code: otherCode(panel),
  loinc: loincOf(panel.test, mappings),
  name: nameOf(panel.test),
});

/** CE and CWE can code a test twice, and the order may use either code. */
function otherCode({ test }: NormalPanel): string | null {
  const other = test.code !== null ? (test.alternate?.code ?? null) : null;
  return other === codeOf(test) ? null : other;
}
