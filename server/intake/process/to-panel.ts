import type { ReportPanel, TestNames } from '../../domain/lab-results/report';
import type { NormalPanel, NormalTime } from '../hl7v2/normal-form';
import { codeOf, loincOf, nameOf, type ConnectionMaps } from './maps';
import { panelStatusOf } from './panel-status';
import { latestOf } from './times';
import { toObservation } from './to-observation';

/**
 * One OBR as a panel of a report. Null: the laboratory says that it works on it, and has no values yet.
 * @param sentAt MSH-7, where the panel does not say when it was reported
 */
export function toPanel(
  panel: NormalPanel,
  maps: ConnectionMaps,
  sentAt: NormalTime | null,
): ReportPanel | null {
  if (isWaiting(panel)) return null;
  const observations = panel.observations.map((line) => toObservation(line, panel, maps));
  const made = panel.reported_at ?? sentAt;
  const { parent } = panel;
  return {
    ...namesOf(panel, maps),
    status: panelStatusOf(
      panel.status,
      observations.map(({ status }) => status),
    ),
    filler_number: panel.filler_number,
    reported_at: made?.at ?? null,
    reported_until: made ? latestOf(made) : null,
    parent: parent?.code ? { code: parent.code, sub_id: parent.sub_id } : null,
    is_reflex: parent !== null,
    notes: panel.notes,
    observations,
  };
}

/** OBR-25 O, I, S and the like, without a line. */
export const isWaiting = ({ status, observations }: NormalPanel): boolean =>
  status === 'in_progress' && observations.length === 0;

/** What the panel is called, in all ways. */
export const namesOf = (panel: NormalPanel, maps: ConnectionMaps): TestNames => ({
  code: codeOf(panel.test),
  other_code: otherCode(panel),
  loinc: loincOf(panel.test, maps),
  name: nameOf(panel.test),
});

/** CE and CWE can name a test twice; an order may know it by either. */
function otherCode({ test }: NormalPanel): string | null {
  const other = test.code !== null ? (test.alternate?.code ?? null) : null;
  return other === codeOf(test) ? null : other;
}
