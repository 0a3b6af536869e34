/** Filter of what laboratories call things: by connection, and by what is mapped or not. */
import { choice, defineFilter } from '../../ui/filter';
import { connectionChoice } from './connection-choice';

export const mappingFilter = defineFilter({
  connection: connectionChoice,
  state: choice({ mapped: 'Mapped', all: 'All' }, { label: 'State', all: 'Not mapped' }),
});
