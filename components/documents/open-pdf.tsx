'use client';
/** Opening and sign-off of a PDF file. Phones and tablets show no preview: there it is opened before it is signed off. */
import { useState } from 'react';
import type { Document } from '@/server/domain/documents/contract';
import { ContentLink } from './content-link';
import { SignOff } from './sign-off';

const ON_HANDHELD = 'md:not-pointer-coarse:hidden';

interface OpenPdfProps {
  document: Document;
  url: string;
  self: string;
  maySignOff: boolean;
}

export function OpenPdf({ document, url, self, maySignOff }: OpenPdfProps) {
  const [isOpened, setIsOpened] = useState(false);
  const isSecond = !isOpened && document.signed_off_at === null;
  const signOff = { document, self, lacksEnd: false };
  return (
    <>
      <p className={`w-full ${ON_HANDHELD}`}>No preview on this device. Open the viewer.</p>
      <ContentLink
        id={document.id}
        url={url}
        weight={isSecond || !maySignOff ? 'primary' : 'secondary'}
        className={`max-md:w-full ${ON_HANDHELD}`}
        newTab
        onOpen={() => setIsOpened(true)}
      >
        Open in viewer
      </ContentLink>
      {maySignOff && isSecond ? (
        <>
          <div className={ON_HANDHELD}>
            <SignOff {...signOff} weight="secondary" isUnopened />
          </div>
          <div className="handheld:hidden">
            <SignOff {...signOff} />
          </div>
        </>
      ) : maySignOff ? (
        <SignOff {...signOff} />
      ) : null}
    </>
  );
}
