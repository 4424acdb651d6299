import type { Page } from 'playwright-core';

/** Bytes of scripts that came over the wire, as the server packs them for a browser that takes gzip alone. */
export class Weight {
  readonly #sizes = new Map<string, Promise<number>>();

  constructor(page: Page) {
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.endsWith('.js')) return;
      this.#sizes.set(
        pathname,
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      );
    });
  }

  /** Bytes so far. */
  async sum(): Promise<number> {
    const sizes = await Promise.all(this.#sizes.values());
    return sizes.reduce((all, size) => all + size, 0);
  }

  /** Names of the scripts so far. */
  get scripts(): string[] {
    return [...this.#sizes.keys()];
  }
}

/** Gzipped bytes of the scripts that stand in the page itself. */
export function inlineScripts(html: string, gzip: (text: string) => Uint8Array): number {
  const scripts = [...html.matchAll(/<script\b(?![^>]*\ssrc)[^>]*>([\s\S]*?)<\/script>/gi)].map(([, code]) => code);
  return scripts.length ? gzip(scripts.join('\n')).length : 0;
}
