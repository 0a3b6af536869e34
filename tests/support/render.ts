import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FormatProvider } from '@/components/format/format-provider';

/** The HTML of components as a reader in that time zone gets it. */
export const render = (node: ReactNode, timeZone = 'UTC'): string =>
  renderToStaticMarkup(createElement(FormatProvider, { timeZone }, node));
