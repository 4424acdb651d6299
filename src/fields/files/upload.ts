import { defaultMessage } from '#console/data/http/failures.ts';
import { refused, requestHeaders, settle } from '#console/data/http/http.ts';
import { lookForServer } from '#console/data/http/online.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { text } from '#i18n/console-text.ts';
import { decodeUpload } from '#resources/protocol/news/attachment-answers.ts';
import { ATTACHMENTS_PATH } from '#resources/protocol/paths/files.ts';

/** An upload that stands still for so long, or has no answer for so long, is given up, ms. */
const STALLED = 60_000;

/** An uploaded file as the server names it. */
export interface Uploaded {
  id: number;
  previewUrl: string | null;
  /** Where it can be opened; null where the server does not say. */
  url: string | null;
}

/**
 * Uploads one file (ATT-01, ATT-02). By XMLHttpRequest, the only way to learn how much has been sent.
 * @param onProgress share already sent, 0…1
 * @throws RequestError, also for an answer that is not 201 with a list; AbortError when given up
 */
export function upload(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const body = new FormData();
    body.append('attachments', file, file.name);
    const abort = () => call.abort();
    const fail = (error: RequestError) => {
      settle(error, {});
      reject(error);
    };
    signal.addEventListener('abort', abort, { once: true });
    let isLate = false;
    const late = () => {
      isLate = true;
      call.abort();
    };
    let stalled = setTimeout(late, STALLED);
    call.upload.addEventListener('progress', ({ loaded: sentBytes, total }) => {
      clearTimeout(stalled);
      stalled = setTimeout(late, STALLED);
      onProgress(total > 0 ? sentBytes / total : 0);
    });
    call.addEventListener('loadend', () => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', abort);
    });
    call.addEventListener('abort', () => {
      if (!isLate) return reject(new DOMException('The upload was given up', 'AbortError'));
      void lookForServer();
      const detail = text('engine.late');
      fail(new RequestError(detail, 0, { detail }, ATTACHMENTS_PATH, null));
    });
    call.addEventListener('error', () => fail(new RequestError(defaultMessage(), 0, null, ATTACHMENTS_PATH, null)));
    call.addEventListener('load', () => {
      const done = call.status === 201 ? decodeUpload(call.response) : null;
      if (done) resolve({ id: done.id, previewUrl: done.preview_url, url: done.url });
      else fail(refused(ATTACHMENTS_PATH, call.status, responseHeaders(call), call.response));
    });
    call.open('POST', ATTACHMENTS_PATH);
    call.responseType = 'json';
    for (const [name, value] of requestHeaders({ body })) call.setRequestHeader(name, value);
    call.send(body);
  });
}

function responseHeaders(call: XMLHttpRequest): Headers {
  const id = call.getResponseHeader('x-request-id');
  return new Headers(id ? { 'x-request-id': id } : {});
}
