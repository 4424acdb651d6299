/** What the build knows of a module and replaces by what it found; a server that runs from its sources has none of it. */
interface ImportMeta {
  readonly env?: { readonly SSR?: boolean };
  /** Modules whose paths fit a pattern, each to be loaded when it is needed. */
  glob(pattern: string): Record<string, () => Promise<unknown>>;
  /** The same, loaded at once. */
  glob<Module>(pattern: string, options: { eager: true }): Record<string, Module>;
}
