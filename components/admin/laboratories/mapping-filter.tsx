import { choice, defineFilter } from '../../ui/filter';
import { connectionChoice } from './connection-choice';

export const mappingFilter = defineFilter({
  connection: connectionChoice,
  state: choice({ mapped: 'Mapped', all: 'All' }, { label: 'Status', all: 'Not mapped' }),
});
