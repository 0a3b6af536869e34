'use client';
/** Download and sign-off of a file without a preview: it is downloaded before it is signed off. */
import { useState } from 'react';
import type { Document } from '@/server/domain/documents/contract';
import { ContentLink } from './content-link';
import { SignOff } from './sign-off';

interface UnseenFileProps {
  document: Document;
  url: string;
  self: string;
  lacksEnd: boolean;
}

export function UnseenFile({ document, url, self, lacksEnd }: UnseenFileProps) {
  const [isOpened, setIsOpened] = useState(false);
  const isFirst = !isOpened && document.signed_off_at === null;
  return (
    <>
      <ContentLink
        id={document.id}
        url={url}
        download
        weight={isFirst ? 'primary' : 'secondary'}
        onOpen={() => setIsOpened(true)}
      >
        Download
      </ContentLink>
      <SignOff
        document={document}
        self={self}
        weight={isFirst ? 'secondary' : 'primary'}
        lacksEnd={lacksEnd}
        isUnopened={isFirst}
      />
    </>
  );
}
