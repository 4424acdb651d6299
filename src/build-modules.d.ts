/** Facts that the build finds out about a module and puts in its place; a server that runs from its sources has none of it. */
interface ImportMeta {
  readonly env?: { readonly SSR?: boolean };
  /** Modules with paths that fit a pattern, each to be loaded when it is needed. */
  glob(pattern: string): Record<string, () => Promise<unknown>>;
  /** The same, loaded at once. */
  glob<Module>(pattern: string, options: { eager: true }): Record<string, Module>;
}

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';

/** Address of a script that the build bundles apart, for a worker. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
