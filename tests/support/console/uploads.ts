import type { AttachmentItem } from '#resources/protocol/news/attachments.ts';
import { holdToProduct } from './misfits.ts';

/** The server's answer to an uploaded file: one without a picture unless told otherwise. */
export const attachment = (id: number, change: Partial<AttachmentItem> = {}): AttachmentItem => ({
  id,
  name: 'Акт.pdf',
  size: 1000,
  mime: 'application/pdf',
  preview_url: null,
  medium: null,
  large: null,
  s3_file: { file: `/api/files/${id}/original` },
  ...change,
});

/** An upload that stands in the network's place; the test is its server. */
export class MadeUpUpload {
  /** Every upload that was begun, in order. */
  static begun: MadeUpUpload[] = [];
  status = 0;
  response: unknown = null;
  responseType = '';
  readonly upload = new EventTarget();
  /** The sent values, and how they were sent. */
  sent: { method: string; url: string; headers: Record<string, string>; body: FormData | null } = {
    method: '',
    url: '',
    headers: {},
    body: null,
  };
  /** The client gave it up. */
  aborted = false;
  private readonly events = new EventTarget();

  addEventListener(type: string, listener: () => void): void {
    this.events.addEventListener(type, listener);
  }
  open(method: string, url: string): void {
    Object.assign(this.sent, { method, url });
  }
  setRequestHeader(name: string, value: string): void {
    this.sent.headers[name.toLowerCase()] = value;
  }
  getResponseHeader(): null {
    return null;
  }
  send(body: FormData): void {
    this.sent.body = body;
    MadeUpUpload.begun.push(this);
  }
  abort(): void {
    this.aborted = true;
    this.end('abort');
  }

  /** So much of it has arrived, 0…1. */
  arrive(share: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: share * 1000, total: 1000 }));
  }
  /** The server answers. @param malformed on purpose a success that the product never answers */
  answer(status: number, response: unknown, { malformed = false } = {}): void {
    holdToProduct(this.sent, { status, text: JSON.stringify(response) }, malformed);
    Object.assign(this, { status, response });
    this.end('load');
  }
  /** The line breaks. */
  fail(): void {
    this.end('error');
  }

  private end(how: string): void {
    this.events.dispatchEvent(new Event(how));
    this.events.dispatchEvent(new Event('loadend'));
  }
}

/** Puts made-up uploads in the network's place. */
export function serveUploads(): void {
  MadeUpUpload.begun = [];
  Object.assign(globalThis, { XMLHttpRequest: MadeUpUpload });
}
