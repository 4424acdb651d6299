/** Properties that Vite adds to `import.meta`; undefined when the server runs from its sources. */
interface ImportMeta {
  readonly env?: { readonly SSR?: boolean };
  /** Lazy loaders of the modules that match a glob pattern. */
  glob(pattern: string): Record<string, () => Promise<unknown>>;
  /** Modules that match a glob pattern, loaded eagerly. */
  glob<Module>(pattern: string, options: { eager: true }): Record<string, Module>;
}

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';

/** URL of a script that the build bundles separately, for a worker. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
