import { sampleEvent } from '../../../domain/events/rules';
import { EXAMPLE_IDS } from '../../../shared/example-ids';
import { EXAMPLE_CURSOR, page, type OperationExamples } from './example-parts';

export const EVENT_EXAMPLES: Record<string, OperationExamples> = {
  listEvents: {
    parameters: {
      type: ['lab_result.*', 'document.available'],
      object_id: EXAMPLE_IDS.result,
      sort: 'position',
    },
    response: page([sampleEvent('lab_result.finalized')], { next_cursor: EXAMPLE_CURSOR }),
  },
};
