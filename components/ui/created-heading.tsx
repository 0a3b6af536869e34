'use client';
/** The heading that replaces that of a form once the object exists, on the page and in the browser tab. */
import { useEffect, type ComponentProps } from 'react';
import { PageHeading } from './page-heading';
import { PRODUCT_NAME } from './product-name';

type CreatedHeadingProps = Pick<ComponentProps<typeof PageHeading>, 'title' | 'parent'>;

export function CreatedHeading({ title, ...rest }: CreatedHeadingProps) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
  return <PageHeading title={title} {...rest} />;
}
