'use client';

/** A page of administration that failed: its navigation stays, and is the way out. */
export { PageFailure as default } from '@/components/ui/page-failure';
