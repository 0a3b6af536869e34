/** One file on its way: XMLHttpRequest, because fetch cannot report how much of a body has been sent. */
import type { Document } from '@/server/domain/documents/contract';
import { pageHeaders, tellRefusal } from '../api/page-headers';
import { uploadBegins } from '../session/uploads';
import type { Problem } from '../ui/error-message';

export interface UploadFacts {
  patient_id: string;
  title: string;
  category: string;
  document_date: string | null;
}

export interface RunningUpload {
  done: Promise<Document>;
  cancel: () => void;
}

export const CANCELLED: Problem = { code: 'cancelled', detail: 'Cancelled. Nothing was filed.' };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function uploadFile(
  file: File,
  facts: UploadFacts,
  onProgress: (sent: number, total: number) => void,
): RunningUpload {
  const request = new XMLHttpRequest();
  const done = new Promise<Document>((resolve, reject) => {
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded, event.total);
    };
    request.onerror = () => reject({ code: 'network' } satisfies Problem);
    request.onabort = () => reject(CANCELLED);
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status === 401 || request.status === 409) tellRefusal((body ?? { code: '' }) as Problem);
      if (request.status === 201) resolve(body as Document);
      else
        reject(
          body ??
            ({ code: request.status === 413 ? 'payload_too_large' : 'internal_error' } satisfies Problem),
        );
    };
    const form = new FormData();
    // Facts first: the server judges them before it reads a byte of the file.
    form.append('metadata', JSON.stringify(facts));
    form.append('file', file, file.name);
    request.open('POST', '/api/portal/documents');
    for (const [name, value] of Object.entries(pageHeaders())) request.setRequestHeader(name, value);
    request.send(form);
  });
  const ended = uploadBegins();
  void done.then(ended, ended);
  return { done, cancel: () => request.abort() };
}
