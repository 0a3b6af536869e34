'use client';
/**
 * What is sent before the scripts of the page run — a password filled in by its manager, and Enter — is kept and sent
 * when they do. Otherwise the browser would post the form itself, to a page that takes none, and what was typed and where
 * it should lead would be lost. It is for forms that a script answers: `method="post"` without an address of their own.
 */
import { useEffect } from 'react';

interface Early {
  form: HTMLFormElement | null;
  submitter: HTMLElement | null;
  keep(event: SubmitEvent): void;
}

declare global {
  interface Window {
    earlySubmit?: Early;
  }
}

const SCRIPT = `addEventListener('submit',(window.earlySubmit={form:null,submitter:null,keep(event){
const form=event.target;
if(form.method!=='post'||form.hasAttribute('action'))return;
event.preventDefault();
event.stopImmediatePropagation();
earlySubmit.form=form;
earlySubmit.submitter=event.submitter;
form.setAttribute('aria-busy','true')
}}).keep,true)`;

export function EarlySubmits({ nonce }: { nonce: string | undefined }) {
  useEffect(() => {
    const early = window.earlySubmit;
    if (!early) return;
    delete window.earlySubmit;
    window.removeEventListener('submit', early.keep, true);
    const { form, submitter } = early;
    form?.removeAttribute('aria-busy');
    if (form?.isConnected) form.requestSubmit(submitter);
  }, []);
  // React would escape the quotes of a script that is its text. The nonce is taken out of the document by the browser.
  // oxlint-disable-next-line project/no-raw-html -- the constant above, and nothing of anybody's
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
