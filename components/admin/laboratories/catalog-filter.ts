import { choice, defineFilter, reference, text } from '../../ui/filter';

export const catalogFilter = defineFilter({
  lab: reference(/^[^\p{Cc}]{1,100}$/u, { label: 'Laboratory', all: 'All laboratories' }),
  q: text('Name, code or LOINC', 'matching', 100),
  turnaround: choice({ none: 'Without turnaround time' }, { label: 'Turnaround', all: 'All' }),
  state: choice({ inactive: 'Inactive' }, { label: 'Status', all: 'Active' }),
});
