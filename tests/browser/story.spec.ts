import { care } from './story/1-care';
import { externalProgram } from './story/2-external-program';
import { test } from './support/portal';

/** One story on one service, so one file: what the first part has imported the second one pages through. */

test.describe('care', care);
test.describe('external program', externalProgram);
