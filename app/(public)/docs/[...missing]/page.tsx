import { notFound } from 'next/navigation';

/** Without it, an unknown address shows the page of the whole site, without the navigation and search. */
export default function MissingDocsPage(): never {
  notFound();
}
