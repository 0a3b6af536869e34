/** One file on its way: XMLHttpRequest, because fetch cannot report how much of a body has been sent. */
import type { Upload } from '@/server/domain/documents/upload-contract';
import { pageHeaders, tellRefusal } from '../api/page-headers';
import { uploadBegins } from '../session/uploads';
import type { Problem } from '../ui/error-message';
import { CANCELLED, type RunningUpload } from './upload-queue';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Sends it into the holding area, for this patient and no other. */
export function sendFile(file: File, patientId: string, onProgress: (sent: number) => void): RunningUpload {
  const request = new XMLHttpRequest();
  const done = new Promise<Upload>((resolve, reject) => {
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded);
    };
    request.onerror = () => reject({ code: 'network' } satisfies Problem);
    request.onabort = () => reject(CANCELLED);
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status === 401 || request.status === 409) tellRefusal((body ?? { code: '' }) as Problem);
      if (request.status === 201) resolve(body as Upload);
      else
        reject(
          body ??
            ({ code: request.status === 413 ? 'payload_too_large' : 'internal_error' } satisfies Problem),
        );
    };
    const form = new FormData();
    // The patient first: the server judges that before it reads a byte of the file.
    form.append('metadata', JSON.stringify({ patient_id: patientId }));
    form.append('file', file, file.name);
    request.open('POST', '/api/portal/documents/uploads');
    for (const [name, value] of Object.entries(pageHeaders())) request.setRequestHeader(name, value);
    request.send(form);
  });
  const ended = uploadBegins();
  void done.then(ended, ended);
  return { done, cancel: () => request.abort() };
}
