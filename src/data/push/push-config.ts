/** The cloud push project, as a browser must know it. Nothing in it is secret. */
export interface PushConfig {
  apiKey: string;
  projectId: string;
  senderId: string;
  appId: string;
  /** Public key of web push. */
  vapidKey: string;
}

/**
 * The push project of this installation, as the server wrote it into `index.html`; null without one: push then
 * counts as unsupported, no call is made (SHELL-42).
 */
export function pushConfig(): PushConfig | null {
  const note = document.getElementById('push')?.textContent;
  return note ? (JSON.parse(note) as PushConfig) : null;
}
