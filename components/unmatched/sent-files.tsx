/** The files of an unmatched document, to identify its patient. Without links if they cannot be opened. */
import type { InboundDocumentDetail } from '@/server/domain/inbound-documents/contract';
import { FilePreview, isViewable, PDF, PDF_ONLY_ON_DESKTOP } from '../documents/file-preview';
import { ImageViewer } from '../documents/image-viewer';
import { fileTypeName } from '../format/file-types';
import { formatBytes } from '../format/numbers';
import { buttonClass } from '../ui/button';
import { Fold } from '../ui/fold';
import { Icon } from '../ui/icons';

type SentFile = InboundDocumentDetail['sent']['files'][number];

export const fileHref = (documentId: string, part: number): string =>
  `/api/portal/documents/inbound/${documentId}/files/${part}`;

export const fileWords = ({ name, type, size }: SentFile): string =>
  [name, type && fileTypeName(type), formatBytes(size)].filter(Boolean).join(', ');

/** Open parameters of PDF viewers: the page is as wide as the frame, without a column of thumbnails. */
const PDF_PAGE = '#navpanes=0&view=FitH';

/** One file is open. Of several, the first: each opened file is scanned and recorded. */
export function SentFiles({ document }: { document: InboundDocumentDetail }) {
  const { files } = document.sent;
  const first = files.find((file) => file.may_open) ?? files[0];
  if (!document.may_open || !first) return null;
  if (files.length === 1) return <OpenFile document={document} file={first} />;
  return files.map((file) => (
    <Fold key={file.part} title={fileWords(file)} look="part" open={file === first}>
      <OpenFile document={document} file={file} />
    </Fold>
  ));
}

function OpenFile({ document: { id, title }, file }: { document: InboundDocumentDetail; file: SentFile }) {
  if (!file.may_open)
    return <p className="mb-3">Files of this type are not accepted and cannot be opened.</p>;
  const type = file.type ?? '';
  const url = fileHref(id, file.part);
  const isPdf = type === PDF;
  const inTab = { href: url, target: '_blank', rel: 'noopener noreferrer' };
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2 print:hidden">
        {isViewable(type) ? (
          <>
            <a
              {...inTab}
              className={buttonClass(
                isPdf && !file.lacks_end ? 'primary' : 'secondary',
                'max-md:w-full md:not-pointer-coarse:hidden',
              )}
            >
              Open in viewer
            </a>
            <a {...inTab} className={buttonClass('secondary', 'max-md:hidden pointer-coarse:hidden')}>
              <Icon name="external" />
              Open in a new tab
            </a>
          </>
        ) : null}
        <a href={`${url}?download=1`} className={buttonClass('secondary', isPdf ? 'max-md:w-full' : '')}>
          Download
        </a>
      </div>
      <div className={isPdf && !file.lacks_end ? PDF_ONLY_ON_DESKTOP : ''}>
        <FilePreview
          type={type}
          url={isPdf ? `${url}${PDF_PAGE}` : url}
          title={title}
          lacksEnd={file.lacks_end}
          viewer={
            <ImageViewer
              document={{ id, title, version: 0, rotation: 0 }}
              url={url}
              mayCorrect={false}
              hasKeySwitch={false}
            />
          }
        />
      </div>
    </>
  );
}
