export const PRODUCT_NAME = 'Clinical Data Service';

/** For titles set in the browser. For pages, Next adds the name by the template of app/layout.tsx. */
export const tabTitle = (title: string): string => `${title} · ${PRODUCT_NAME}`;
