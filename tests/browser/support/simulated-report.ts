import { api } from './page-session';
import { admin, demo } from './portal';

export type SimulatedKind = 'normal' | 'abnormal' | 'critical';

/** A basic metabolic panel ordered by the demo's clinician and reported by the simulator: the report is unsigned. */
export async function simulatedReport(
  patient: string,
  kind: SimulatedKind,
): Promise<{ order: string; report: string }> {
  const clinician = (await demo()).people.find(({ role }) => role === 'clinician')!;
  const order = await api<{ id: string }>('/v1/labs/orders', {
    patient_id: patient,
    items: [{ code: 'BMP' }],
    lab_id: 'example-lab',
    ordering_clinician: { user_id: clinician.id },
  });
  const simulated = await admin('lab', 'simulate', '--order', order.id, '--kind', kind);
  return { order: order.id, report: String(simulated.id) };
}
