/** Public settings of the cloud push project. */
export interface PushConfig {
  apiKey: string;
  projectId: string;
  senderId: string;
  appId: string;
  /** Public key of web push. */
  vapidKey: string;
}

/**
 * Push project of this installation, which the server writes into `index.html`; null without one: push then counts as unsupported
 * and no call is made (SHELL-42).
 */
export function pushConfig(): PushConfig | null {
  const configText = document.getElementById('push')?.textContent;
  return configText ? (JSON.parse(configText) as PushConfig) : null;
}
