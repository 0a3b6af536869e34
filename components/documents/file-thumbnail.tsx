'use client';
/** A small preview of an image, made by the browser from the file that the user chose. */
import { useCallback } from 'react';

/** What browsers can show. */
const SHOWN = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export const isShownImage = (type: string): boolean => SHOWN.includes(type);

export const hasThumbnail = (file: Blob | null): file is Blob => file !== null && isShownImage(file.type);

/** Decorative: the name of the file is next to it. The upload reports a damaged image. */
export function FileThumbnail({ file }: { file: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return (
    <img
      ref={show}
      alt=""
      decoding="async"
      className="size-16 shrink-0 border border-line bg-canvas object-contain"
      onError={(event) => (event.currentTarget.hidden = true)}
    />
  );
}
