'use client';
/** The heading that replaces that of a form once the object exists, on the page and in the browser tab. */
import { useEffect } from 'react';
import { PageHeading } from './page-heading';
import { PRODUCT_NAME } from './product-name';

export function CreatedHeading({ title }: { title: string }) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
  return <PageHeading title={title} />;
}
