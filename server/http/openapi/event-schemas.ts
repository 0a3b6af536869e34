import type { EventType } from '../../events/catalog';
import { SEVERITIES } from '../../data-types/lab-result-codes';
import { OBJECT_STATUSES } from '../../domain/events/guide';
import { addressIn, isMerge, shapeOfEvent, type ObjectShape } from '../../domain/events/rules';
import { PREFIX } from '../../shared/ids';
import { schemaRef, type Json } from './json';

const ID = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const NOTHING: Json = { type: 'null' };

export function eventSchema(type: EventType): Json {
  const shape = shapeOfEvent(type);
  const { kind } = shape;
  const statuses = OBJECT_STATUSES[kind];
  const object: Record<string, Json> = {
    object: { const: kind },
    id: { type: 'string', pattern: `^${PREFIX[kind]}_${ID}$` },
    status: statuses ? { type: 'string', enum: [...statuses] } : NOTHING,
    href: href(shape),
    patient_id: shape.patient ? { type: 'string', pattern: `^${PREFIX.patient}_${ID}$` } : NOTHING,
    ...(type === 'lab_result.critical' ? { severity: { const: 'critical' } } : {}),
    ...(type === 'lab_result.reviewer_changed' || type === 'lab_result.unmatched'
      ? { severity: { type: 'string', enum: [...SEVERITIES] } }
      : {}),
    ...(type === 'lab_result.reviewer_changed'
      ? {
          reviewer_id: { type: ['string', 'null'], pattern: `^${PREFIX.user}_${ID}$` },
        }
      : {}),
    ...(isMerge(type) ? { survivor_id: { type: 'string', pattern: `^${PREFIX.patient}_${ID}$` } } : {}),
  };
  const required = Object.keys(object);
  return {
    allOf: [
      schemaRef('Event'),
      {
        type: 'object',
        properties: {
          type: { const: type },
          data: {
            type: 'object',
            // `Event` has the other properties.
            properties: {
              object: { type: 'object', properties: object, required, additionalProperties: true },
            },
            required: ['object'],
            additionalProperties: true,
          },
        },
        required: ['type', 'data'],
      },
    ],
  };
}

const href = ({ path, kind }: ObjectShape): Json =>
  path ? { type: 'string', pattern: `^${addressIn(path, `${PREFIX[kind]}_${ID}`)}$` } : NOTHING;
