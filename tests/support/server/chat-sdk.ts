import everything, { type Tinode } from 'tinode-sdk';
import WebSocket from 'ws';
import { CHAT_API_KEY } from '#resources/protocol/chat/chat.ts';

/** A client that is the real SDK. */
export interface SdkChat {
  tinode: Tinode;
}

/** A moment for what the SDK does in a later tick. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until something is so; the SDK tells of few things by promises. */
export async function until(so: () => boolean): Promise<void> {
  for (let turn = 0; !so(); turn += 1) {
    if (turn > 20_000) throw new Error('It never was so');
    await pause(10);
  }
}

/** As much of XMLHttpRequest as an upload of the SDK needs (A16). */
class UploadRequest {
  upload = {};
  status = 0;
  statusText = '';
  response = '';
  onload: (() => void) | null = null;
  onerror: ((error: unknown) => void) | null = null;
  #url = '';
  readonly #headers: Record<string, string> = {};

  open(_method: string, url: string): void {
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  send(form: FormData): void {
    fetch(this.#url, { method: 'POST', headers: this.#headers, body: form })
      .then(async (answer) => {
        this.status = answer.status;
        this.statusText = answer.statusText;
        this.response = await answer.text();
        this.onload?.();
      })
      .catch((error: unknown) => this.onerror?.(error));
  }
}

/** Opens the SDK on a host; it has greeted when this resolves. */
export async function openSdk(host: string): Promise<SdkChat> {
  everything.Tinode.setNetworkProviders(WebSocket, UploadRequest);
  everything.Tinode.setDatabaseProvider({
    deleteDatabase: () => {
      const request: { onsuccess?: (event: object) => void } = {};
      queueMicrotask(() => request.onsuccess?.({}));
      return request;
    },
  });
  const tinode = new everything.Tinode({
    appName: 'Test/1.0',
    host,
    apiKey: CHAT_API_KEY,
    transport: 'ws',
    secure: false,
  });
  await tinode.connect();
  return { tinode };
}
