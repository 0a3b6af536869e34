/** Closed lists of order messages to laboratories. The browser reads this file: no zod here. */

export const ORDER_MESSAGE_TYPES = ['OML^O21', 'ORM^O01'] as const;
/** OML^O21 is written as 2.5.1 only. */
export const ORDER_MESSAGE_VERSIONS = ['2.3.1', '2.5.1'] as const;
export const ACKNOWLEDGMENT_MODES = ['original', 'enhanced'] as const;
/** HL7 table 0103. */
export const PROCESSING_IDS = ['P', 'T', 'D'] as const;

/**
 * Values of HL7 table 0211 in which ASCII bytes mean ASCII characters only, so that separators cannot occur inside a
 * character. GB 18030, Big5 and Shift JIS do not have this property.
 */
export const ORDER_CHARSETS = [
  'ASCII',
  '8859/1',
  '8859/2',
  '8859/3',
  '8859/4',
  '8859/5',
  '8859/6',
  '8859/7',
  '8859/8',
  '8859/9',
  '8859/15',
  'UNICODE UTF-8',
] as const;

export type OrderMessageType = (typeof ORDER_MESSAGE_TYPES)[number];
export type OrderMessageVersion = (typeof ORDER_MESSAGE_VERSIONS)[number];
export type AcknowledgmentMode = (typeof ACKNOWLEDGMENT_MODES)[number];
export type ProcessingId = (typeof PROCESSING_IDS)[number];
/** HL7 table 0119: new order, request to cancel. */
export type OrderControl = 'NW' | 'CA';
export type OrderCharset = (typeof ORDER_CHARSETS)[number];
