import { asDomainError } from '../../../server/errors/from-thrown';
import { createCaller } from '../../../server/api/root';
import { ROLE_SCOPES } from '../../../server/shared/scopes';
import { closePool } from '../../../server/db/client';
import type { Context } from '../../../server/shared/context';
import { newId } from '../../../server/shared/ids';
import { casesOf } from './cases';
import { furnish, type Furnished } from '../../support/furnish';
import { allProcedures, portalProcedures } from '../../support/portal-procedures';

/**
 * Two organizations with the same kinds of records: every procedure of the live router is called as the second one
 * with everything that belongs to the first. Without an argument it creates the fixture; with the fixture it prints
 * what leaked, both as JSON.
 */

type Caller = Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
