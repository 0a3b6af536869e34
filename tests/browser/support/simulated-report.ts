import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { api } from './page-session';
import { demo, operatorEnv } from './portal';

export type SimulatedKind = 'normal' | 'abnormal' | 'critical' | 'corrected';

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
  return { order: order.id, report: await simulate(order.id, kind) };
}

let simulator: ReturnType<typeof start> | undefined;

/** One process for all reports of a worker; it ends with the worker, which closes its input. */
function start() {
  const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit'];
  const child = spawn(process.execPath, ['dist/simulator.mjs'], { env: operatorEnv(), stdio });
  return { input: child.stdin, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

/** The order's results, one call at a time. @returns the ID of the report */
export async function simulate(order: string, kind: SimulatedKind): Promise<string> {
  simulator ??= start();
  simulator.input.write(`${JSON.stringify({ order, kind })}\n`);
  const { done, value } = await simulator.lines.next();
  if (done) throw new Error('The simulator ended; its error is above.');
  return (JSON.parse(value) as { id: string }).id;
}
