import { care } from './story/1-care';
import { externalProgram } from './story/2-external-program';
import { test } from './support/portal';

/** One story on one service in one file, because the second part pages through the data of the first. */

test.describe('care', care);
test.describe('external program', externalProgram);
