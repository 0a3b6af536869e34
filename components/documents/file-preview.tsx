/**
 * A file as the browser shows it. The frame of a PDF has no `sandbox` attribute, because Chromium then shows a broken
 * page; the headers of the content route protect it.
 */
import type { ReactNode } from 'react';
import { SHOWN_IMAGES } from '@/server/domain/documents/rules';
import { EmptyState } from '../ui/empty-state';
import { QuietFrame } from './quiet-frame';
import { TextPreview } from './text-preview';

export const PDF = 'application/pdf';
const TEXT = 'text/plain';

/** Browsers download all other types. */
export const isViewable = (type: string): boolean =>
  SHOWN_IMAGES.includes(type) || type === PDF || type === TEXT;

/** Phones and tablets show at most the first page of a PDF in a frame: there the viewer is offered. */
export const PDF_ONLY_ON_DESKTOP = 'hidden md:not-pointer-coarse:block';

interface FilePreviewProps {
  type: string;
  url: string;
  title: string;
  /** Of a PDF file that is cut off, for which browsers show an error. */
  lacksEnd?: boolean;
  /** Of an image. */
  viewer: ReactNode;
}

export function FilePreview({ type, url, title, lacksEnd = false, viewer }: FilePreviewProps) {
  if (SHOWN_IMAGES.includes(type)) return viewer;
  if (!isViewable(type)) return <EmptyState title="Download only">No preview for this file type.</EmptyState>;
  if (lacksEnd)
    return (
      <EmptyState title="The end of this PDF is missing.">
        No preview. Ask the sender for the complete file, or download what was received.
      </EmptyState>
    );
  if (type === TEXT) return <TextPreview url={url} />;
  return (
    <QuietFrame
      src={url}
      label={`Preview of ${title}`}
      loading="lazy"
      className="h-[80vh] w-full border border-control"
    />
  );
}
