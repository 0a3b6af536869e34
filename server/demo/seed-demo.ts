import path from 'node:path';
import { newPassword } from '../auth/password';
import type { Role } from '../data-types/role-codes';
import { SCOPES } from '../shared/scopes';
import { readPrivate, writePrivate } from '../embedded/private-files';
import { createApiKeyInput } from '../domain/api-keys/contract';
import { createApiKey } from '../domain/api-keys/create-api-key';
import { upsertCatalog } from '../domain/catalog/upsert-catalog';
import type { Context } from '../shared/context';
import { isDomainError } from '../errors/domain-error';
import { newRequestId, readId } from '../shared/ids';
import { createOrganization } from '../domain/organizations/create-organization';
import { allOrganizations } from '../domain/organizations/access';
import { findOrganization } from '../domain/organizations/find-organization';
import { createUser } from '../domain/people/create-user';
import { systemContext } from '../shared/system-actor';
import { env } from '../env';
import type { DemoCredentials } from '../start/announce';
import { catalogEntries } from './catalog-data';
import { seedLaboratory, startDemoLaboratory, type DemoLaboratory } from './demo-laboratory';
import { seedChart } from './seed-chart';
import { seedShowcase } from './seed-showcase';
import { seedUnmatched } from './seed-unmatched';
import type { SimulatedLaboratory } from './simulator/laboratory';

/**
 * Creates the demo organization once. Random passwords and key are stored only in DATA_DIR/demo.json. An interrupted
 * seed resumes: every step detects what already exists.
 */

const SLUG = 'demo';
const file = (): string => path.join(env.DATA_DIR, 'demo.json');

interface Person {
  id?: string;
  email: string;
  name: string;
  role: Role;
  password: string;
}

interface DemoFile {
  org: string;
  /** Detects that the database was recreated and the file belongs to an older one. */
  orgId?: string;
  people: Person[];
  apiKey?: string;
  /** Only with `DEMO_DATA=full`. */
  laboratory?: DemoLaboratory;
  /** Chart times are relative to this, so that a resumed seed produces the same data. */
  startedAt: string;
  complete: boolean;
}

const PEOPLE: readonly Omit<Person, 'password'>[] = [
  { email: 'admin@demo.example', name: 'Robin Admin', role: 'admin' },
  { email: 'clinician@demo.example', name: 'Dr. Kim Clinician', role: 'clinician' },
  { email: 'viewer@demo.example', name: 'Sam Viewer', role: 'viewer' },
  { email: 'laboratory@demo.example', name: 'Lou Laboratory', role: 'laboratory_staff' },
  { email: 'front-desk@demo.example', name: 'Fran Desk', role: 'front_desk' },
  { email: 'auditor@demo.example', name: 'Ari Auditor', role: 'auditor' },
];

const save = (demo: DemoFile): Promise<void> => writePrivate(file(), `${JSON.stringify(demo, null, 2)}\n`);

export interface Demo {
  credentials: DemoCredentials;
  /** Null without one. */
  startLaboratory(): Promise<SimulatedLaboratory | null>;
}

/** @returns null for the installation of a clinic, whose start without `--empty` must not add users and patients */
export async function seedDemo(): Promise<Demo | null> {
  const existing = await demoOrganization();
  if (existing === null && (await allOrganizations()).length > 0) return null;
  const found = await readPrivate<DemoFile>(file());
  const orgId = existing ?? (await newOrganization());
  const sameDatabase = found?.orgId === undefined || found.orgId === orgId;
  const demo: DemoFile =
    found && sameDatabase
      ? found
      : {
          org: SLUG,
          people: PEOPLE.map((person) => ({ ...person, password: newPassword() })),
          startedAt: new Date().toISOString(),
          complete: false,
        };
  if (!demo.complete) await seed(demo, orgId);
  return {
    credentials: {
      people: demo.people.map(({ email, password, role }) => ({ email, password, role })),
      apiKey: demo.apiKey!,
    },
    startLaboratory: async () => {
      if (!demo.laboratory) return null;
      const laboratory = await startDemoLaboratory(orgId, demo.laboratory);
      if (!demo.laboratory.started) {
        demo.laboratory.started = true;
        await save(demo);
      }
      return laboratory;
    },
  };
}

async function demoOrganization(): Promise<string | null> {
  try {
    const { id, demo } = await findOrganization(SLUG);
    return demo ? id : null;
  } catch (error) {
    if (!isDomainError(error) || error.code !== 'not_found') throw error;
    return null;
  }
}

async function newOrganization(): Promise<string> {
  const made = await createOrganization(
    { transport: 'system', requestId: newRequestId(), ip: null },
    { name: 'Demo Clinic', slug: SLUG, demo: true },
  );
  return readId('organization', made.id)!;
}

async function seed(demo: DemoFile, orgId: string): Promise<void> {
  demo.orgId = orgId;
  // Stores the passwords before creating the users, so that an interrupted seed leaves no unusable account.
  await save(demo);
  const ctx = withOwnRequests(systemContext(orgId, 'system'));
  const catalog = await catalogEntries();
  await upsertCatalog(ctx, catalog);
  for (const person of demo.people) await bringPerson(ctx, demo, person);
  if (!demo.apiKey) {
    demo.apiKey = (
      await createApiKey(ctx, createApiKeyInput.parse({ name: 'Demo key', scopes: [...SCOPES] }))
    ).key!;
    await save(demo);
  }
  const clinician = demo.people.find((person) => person.role === 'clinician')?.id;
  const chart = { reviewer: clinician ?? 'system', now: new Date(demo.startedAt) };
  const patients = await seedChart(ctx, catalog, chart);
  if (env.DEMO_DATA === 'full') await seedShowcase(ctx, { ...chart, catalog, patients });
  await seedUnmatched(ctx);
  // Last, so that the orders of the charts are on paper.
  if (env.DEMO_DATA === 'full' && !demo.laboratory) {
    demo.laboratory = await seedLaboratory(ctx);
    await save(demo);
  }
  demo.complete = true;
  await save(demo);
}

/** Each use is another request: in the audit log, one with a thousand actions would fill many pages. */
const withOwnRequests = (ctx: Context): Context =>
  Object.defineProperty({ ...ctx }, 'requestId', { get: newRequestId, enumerable: true });

async function bringPerson(ctx: Context, demo: DemoFile, person: Person): Promise<void> {
  if (person.id) return;
  try {
    person.id = (
      await createUser(ctx, {
        email: person.email,
        name: person.name,
        role: person.role,
        password: person.password,
      })
    ).id;
    await save(demo);
  } catch (error) {
    if (!isDomainError(error) || error.code !== 'duplicate_email') throw error;
  }
}
