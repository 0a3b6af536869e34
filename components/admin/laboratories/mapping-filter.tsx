import { choice, defineFilter } from '../../ui/filter';
import { connectionChoice } from './connection-choice';

const STATUS = { label: 'Status', all: 'Not mapped' };

export const codeFilter = defineFilter({
  connection: connectionChoice,
  state: choice({ not_needed: 'Not needed', mapped: 'Mapped', all: 'All' }, STATUS),
});

export const providerFilter = defineFilter({
  connection: connectionChoice,
  state: choice({ mapped: 'Mapped', all: 'All' }, STATUS),
});
