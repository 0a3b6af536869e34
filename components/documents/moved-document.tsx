/** The document that is moved, to recognize it before the move. */
import { useFormat } from '#format';
import type { Document } from '@/server/domain/documents/contract';
import { CATEGORY_WORDS } from '@/server/domain/documents/rules';
import { formatDate } from '../format/dates';
import { fileTypeName } from '../format/file-types';
import { WholeDates } from '../format/whole-dates';
import { Fact } from '../ui/facts';
import { Icon } from '../ui/icons';
import { Missing } from '../ui/missing';
import { ContentLink } from './content-link';
import { isViewable } from './file-preview';

export function MovedDocument({ document }: { document: Document }) {
  const format = useFormat();
  const { id, content_url: url, content_type: type } = document;
  return (
    <div className="mb-5 flex flex-wrap items-end gap-x-8 gap-y-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Fact label="Document">
          <bdi className="font-semibold">{document.title}</bdi>
        </Fact>
        <Fact label="Type">
          {CATEGORY_WORDS[document.category]}, {fileTypeName(type)}
        </Fact>
        <Fact label="Document date">
          {document.document_date ? <WholeDates of={formatDate(document.document_date)} /> : <Missing />}
        </Fact>
        <Fact label="Filed">
          <WholeDates of={format.instant(document.created_at)} />
        </Fact>
      </dl>
      {url && isViewable(type) ? (
        <ContentLink id={id} url={url} newTab>
          <Icon name="external" />
          Open in a new tab
        </ContentLink>
      ) : null}
    </div>
  );
}
