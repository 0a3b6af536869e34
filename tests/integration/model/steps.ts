import fc from 'fast-check';
import { atOnceSteps, doAtOnce, type AtOnceStep } from './at-once';
import { doKeys, keySteps, type KeyStep } from './api-keys';
import { documentSteps, doDocuments, type DocumentStep } from './documents';
import { doFeed, feedSteps, type FeedStep } from './feed';
import { doOrders, orderSteps, type OrderStep } from './lab-orders';
import { doResults, resultSteps, type ResultStep } from './lab-results';
import { doLists, listSteps, type ListStep } from './lists';
import type { Model } from './model';
import { doPatients, patientSteps, type PatientStep } from './patients';
import { doRepeat, repeatSteps, type RepeatStep } from './repeats';
import { doWebhooks, webhookSteps, type WebhookStep } from './webhooks';
import type { World } from './world';

/** All steps, as data that can be stored and repeated, and as the commands that fast-check draws and shrinks. */

export type Step =
  | PatientStep
  | ListStep
  | OrderStep
  | ResultStep
  | DocumentStep
  | KeyStep
  | WebhookStep
  | RepeatStep
  | FeedStep
  | AtOnceStep;

/** Longer sequences take longer and find the same errors: two records of each kind suffice for every rule. */
const MOST = 12;

export async function carryOut(model: Model, world: World, step: Step): Promise<void> {
  switch (step.do) {
    case 'createPatient':
    case 'patchPatient':
    case 'deletePatient':
    case 'restorePatient':
    case 'getPatient':
      return doPatients(model, world, step);
    case 'listPatients':
    case 'findPatients':
      return doLists(model, world, step);
    case 'createOrder':
    case 'getOrder':
      return doOrders(model, world, step);
    case 'fileResult':
    case 'getResult':
    case 'getResultOfOrder':
      return doResults(model, world, step);
    case 'createDocument':
    case 'announceDocument':
    case 'uploadDocument':
    case 'getDocument':
    case 'downloadDocument':
      return doDocuments(model, world, step);
    case 'createKey':
    case 'revokeKey':
    case 'useKey':
      return doKeys(model, world, step);
    case 'createWebhook':
    case 'deleteWebhook':
    case 'listWebhooks':
      return doWebhooks(model, world, step);
    case 'repeatPost':
      return doRepeat(model, world, step);
    case 'readFeed':
      return void (await doFeed(model, world, step));
    case 'atOnce':
      return doAtOnce(carryOut, model, world, step);
  }
}

class StepCommand implements fc.AsyncCommand<Model, World> {
  constructor(readonly step: Step) {}
  // Every step may run at any time: its record may be missing, and the model contains the expected response.
  check = (): boolean => true;
  run = (model: Model, world: World): Promise<void> => carryOut(model, world, this.step);
  toString = (): string => JSON.stringify(this.step);
}

export const sequences = (replayPath?: string) =>
  fc.commands<Model, World, false>(
    [
      ...patientSteps,
      ...listSteps,
      ...orderSteps,
      ...resultSteps,
      ...documentSteps,
      ...keySteps,
      ...webhookSteps,
      ...repeatSteps,
      ...feedSteps,
      ...atOnceSteps,
    ].map((steps) => steps.map((step) => new StepCommand(step))),
    { maxCommands: MOST, size: 'max', ...(replayPath ? { replayPath } : {}) },
  );

/** The start of every sequence, so that its first step finds records. */
export const BEGINNING: Step[] = [
  { do: 'createPatient', as: 0, mrn: 'M-0', external: null, national: null, family: 'Ada', key: 'k-0' },
  { do: 'createPatient', as: 1, mrn: 'M-0', external: 'E-0', national: 'N-1000', family: 'Ada', key: 'k-0' },
  {
    do: 'createOrder',
    as: 0,
    patient: { foreign: false, at: 0 },
    tests: ['GLU'],
    external: 'O-0',
    key: null,
  },
  { do: 'createPatient', as: 0, mrn: null, external: null, national: null, family: 'Bea', key: null },
  {
    do: 'createDocument',
    as: 0,
    patient: { foreign: false, at: 1 },
    text: 'First note.\n',
    key: null,
  },
  {
    do: 'announceDocument',
    as: 0,
    patient: { foreign: false, at: 0 },
    text: 'Second note.\n',
    key: null,
  },
  {
    do: 'fileResult',
    as: 0,
    patient: { foreign: false, at: 1 },
    order: null,
    filler: 'F-0',
    status: 'final',
    value: '4.0',
  },
  { do: 'createKey', as: 0, scopes: ['patients:read'] },
];
