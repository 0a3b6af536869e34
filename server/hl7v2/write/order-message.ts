import type { OrderMessage } from './content';
import { encodeAs, firstUnencodable } from './encode';
import { orderSegments } from './order-segments';
import { patientSegments } from './patient-segments';
import { codes, designator, timeText } from './data-types';
import { segment, type WrittenSegment } from './segments';

export type { OrderMessage } from './content';

/** A field with a character that MSH-18 cannot represent. */
interface UnencodableField {
  /** For example `PID-5`. */
  field: string;
  character: string;
}

/**
 * Fields that cannot be written, one character each. NUL and halves of surrogate pairs cannot be written in any
 * character set. Check this before the order is stored: nothing is ever replaced by a question mark.
 */
export function unencodable(message: OrderMessage): UnencodableField[] {
  return segmentsOf(message).flatMap(({ name, fields }) =>
    [...fields].flatMap(([number, text]) => {
      const character = firstUnencodable(text, message.charset);
      return character === null ? [] : [{ field: `${name}-${number}`, character }];
    }),
  );
}

/**
 * The bytes of an order message, without MLLP framing. The same message gives the same bytes.
 * @throws RangeError if the control ID, the version or a character cannot be written; see `unencodable`
 */
export function writeOrderMessage(message: OrderMessage): Buffer {
  if (message.controlId === '' || message.controlId.length > 20)
    throw new RangeError('The control ID must have 1 to 20 characters.');
  if (message.type === 'OML^O21' && message.version !== '2.5.1')
    throw new RangeError('OML^O21 is written as version 2.5.1 only.');
  const [first] = unencodable(message);
  if (first) throw new RangeError(`${first.field} cannot be written in ${message.charset}.`);
  const text = segmentsOf(message)
    .map((written) => `${written.text}\r`)
    .join('');
  return encodeAs(text, message.charset);
}

function segmentsOf(message: OrderMessage): WrittenSegment[] {
  return [header(message), ...patientSegments(message), ...orderSegments(message)];
}

function header(message: OrderMessage): WrittenSegment {
  const { sender, receiver, type } = message;
  // Accept and application acknowledgment: always. Both empty means original mode.
  const condition = message.acknowledgment === 'enhanced' ? 'AL' : '';
  return segment('MSH', {
    3: designator(sender.application),
    4: designator(sender.facility),
    5: designator(receiver.application),
    6: designator(receiver.facility),
    7: timeText(message.at, message.timeZone, 'second'),
    9: type === 'OML^O21' ? codes('OML', 'O21', 'OML_O21') : codes('ORM', 'O01', 'ORM_O01'),
    10: codes(message.controlId),
    11: message.processingId,
    12: message.version,
    15: condition,
    16: condition,
    18: message.charset,
  });
}
