import type { ResultNote } from '../../../data-types/lab-result';
import type { CharsetDoubt } from '../../../hl7v2/decode';
import type { NormalAttachment, NormalUnreadTime } from '../../../hl7v2/normal-message';
import type { ReadableText } from '../../../hl7v2/readable-text';

/** Notes the service adds to a report whose content cannot be shown as intended. */

const note = (text: string): ResultNote => ({ text, source: 'service' });

export const UNREADABLE_FILE = note(
  'The laboratory sent a file here that could not be read. It is kept with the message.',
);

export const INCOMPLETE_FILE = note(
  'The PDF from the laboratory is incomplete. The received part is attached to the report.',
);

const LONGEST_TYPE = 80;

/** @param type media type, or the type stated in the message */
export const notAcceptedFile = (type: string | null): ResultNote =>
  note(
    `The laboratory sent a file of a type that is not accepted here${type === null ? '' : ` (${type.slice(0, LONGEST_TYPE)})`}. It is kept with the message. Ask the laboratory for another format.`,
  );

const TEXT_OF_HTML = note('This text was taken from an HTML file. Its layout is not shown.');
const SOURCE_OF_HTML = note('The laboratory sent an HTML file. Its source is shown.');

export function fileNotes(file: NormalAttachment): ResultNote[] {
  switch (file.kind) {
    case 'pointer':
      return [];
    case 'unreadable':
      return [UNREADABLE_FILE];
    case 'not_accepted':
      return file.text ? textNotes(file.text) : [notAcceptedFile(file.media_type)];
    case 'file':
      return [...(file.complete ? [] : [INCOMPLETE_FILE]), ...(file.text ? textNotes(file.text) : [])];
  }
}

const textNotes = ({ form }: ReadableText): ResultNote[] =>
  form === 'plain' ? [] : [form === 'html' ? TEXT_OF_HTML : SOURCE_OF_HTML];

export const NOT_ASKED = note(
  'The laboratory marked this test as not asked for, but sent a value. Check it with the laboratory.',
);

const DOUBTS: Readonly<Record<CharsetDoubt, ResultNote>> = {
  undeclared: note('Some characters may be wrong: the laboratory declared no character set.'),
  unknown: note('Some characters may be wrong: the laboratory declared an unknown character set.'),
  contradicted: note(
    'Some characters may be wrong: the laboratory declared a different character set than it used.',
  ),
  unreadable: note('Some characters could not be read. They are shown as “\uFFFD”.'),
};

export const charsetNotes = (doubts: readonly CharsetDoubt[]): ResultNote[] =>
  doubts.map((doubt) => DOUBTS[doubt]);

const UNREAD: Readonly<Record<NormalUnreadTime['what'], string>> = {
  collected: 'The collection time',
  received: 'The time of receipt',
  reported: 'The time of the report',
  observed: 'The time of this test',
  analysed: 'The time of the analysis',
};

export const unreadTimeNotes = (times: readonly NormalUnreadTime[]): ResultNote[] =>
  times.map(({ what, text }) => note(`${UNREAD[what]} could not be read. The laboratory sent “${text}”.`));
