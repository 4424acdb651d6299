import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type HtmlTagDescriptor, type Plugin, type Rollup } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { ru } from './i18n/ru.ts';
import { BUILT_IN } from './resources/built-in.ts';
import type { Resource } from './resources/language/define-resource.ts';
import { PAGE } from './resources/limits.ts';
import type { BuildManifest, ScreenFiles } from './src/boot/load-console.ts';
import { rowSource } from './src/engine/list/row-source.ts';

const TARGET = 'es2022';
const ENTRY = '/src/main.tsx';
const PHONE_CHECK = '/src/boot/phone-check.ts';
/** The small pages around signing in. */
const ACCESS = '/src/sections/auth/entry.tsx';
const LIST_PAGE = '/src/engine/list/list-page.tsx';
/** Where a sign-in leads; without a section of its own it leads on to the first one (`src/app/landing.tsx`). */
const LANDING = '/news';
/** The list of a section: fetched together with the console when it is what is opened. A slot's widget is the file of its name. */
const listModules = (resource: Resource): string[] =>
  resource.list.body
    ? [LIST_PAGE, `/${resource.list.body}.tsx`]
    : [
        LIST_PAGE,
        `/src/engine/list/layouts/${resource.list.layout}.tsx`,
        `/src/engine/list/${rowSource(resource)}-rows.ts`,
        ...[resource.list.frame, resource.list.card].flatMap((widget) => (widget ? [`/${widget}.tsx`] : [])),
      ];

/** Pages that are no definition, by their address: the module that each is. */
const WRITTEN: Readonly<Record<string, string>> = {
  '/chats': '/src/sections/chats/chats-page.tsx',
  '/profile': '/src/sections/profile/profile-page.tsx',
  '/settings': '/src/sections/settings/settings-root.tsx',
  '/settings/company-profile': '/src/sections/settings/company-page.tsx',
  '/settings/journal': '/src/sections/journal/journal-page.tsx',
  '/shift': '/src/sections/shift/shift-page.tsx',
};

/** A text by its key; a key that is none stops the build. */
function textOf(key: string): string {
  const found = key.split('.').reduce<unknown>((tree, name) => (tree as Record<string, unknown>)?.[name], ru);
  if (typeof found !== 'string') throw new Error(`index.html asks for the text «${key}», which i18n/ru.ts lacks`);
  const filled = found.replaceAll('%{product}', ru.shell.product);
  return filled.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** What is known by the address of a list, also for the landing that leads on to the first of them. */
function withLanding<Known>(byList: Record<string, Known>): Record<string, Known> {
  const [first] = BUILT_IN;
  const known = first && byList[first.routes.list];
  return known === undefined || LANDING in byList ? byList : { ...byList, [LANDING]: known };
}

/**
 * First calls of lists that need nothing but the checked buildings, by the address of their page: of whole collections, and of
 * those whose pages are led to by their answers.
 */
const lists = Object.fromEntries(
  BUILT_IN.flatMap(({ routes, api, area }) => {
    // A page of an area shows all buildings, whichever are checked.
    if (api.dialect !== 'crm' || !api.scope || area || (api.paging !== 'none' && api.paging !== 'next')) return [];
    const size = api.paging === 'next' ? `?page_size=${api.pageSize ?? PAGE.news}` : '';
    return [[routes.list, `${api.path}${size}`] as const];
  }),
);

/** Sections by the address of their page. */
const sections = Object.fromEntries(BUILT_IN.map(({ routes, section }) => [routes.list, section]));

/** The boot script as one piece, to stand in the page. */
async function bootScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: TARGET,
      modulePreload: false,
      rollupOptions: { input: 'src/boot/boot.ts', output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('The boot script was not built');
  return output.output[0].code.trim();
}

/** What a walk follows: `once` only what is loaded together with the first module, `ever` also what it imports later. */
type Reach = 'once' | 'ever';

/** Every file of the build that a file needs. */
function needs(
  bundle: Rollup.OutputBundle,
  file: string,
  found = new Set<string>(),
  reach: Reach = 'once',
): Set<string> {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || found.has(file)) return found;
  found.add(file);
  const others = reach === 'ever' ? [...chunk.imports, ...chunk.dynamicImports] : chunk.imports;
  for (const other of others) needs(bundle, other, found, reach);
  return found;
}

const stylesOf = (bundle: Rollup.OutputBundle, files: Iterable<string>): string[] =>
  [...files].flatMap((file) => {
    const chunk = bundle[file];
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
  });

function chunkOf(bundle: Rollup.OutputBundle, source: string): string | undefined {
  return Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(source))?.fileName;
}

/** The chunk that a module lies in. */
function chunkWith(bundle: Rollup.OutputBundle, source: string): string | undefined {
  const lies = (file: Rollup.OutputBundle[string]) =>
    file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(source));
  return Object.values(bundle).find(lies)?.fileName;
}

const at = (file: string): string => `/${file}`;

const SOURCES = join(import.meta.dirname, 'src/');
const ACCESS_PAGES = join(import.meta.dirname, 'src/sections/auth/');

type Graph = Pick<Rollup.PluginContext, 'getModuleInfo'>;

/** Every module that the given sources need at once. */
function closure(graph: Graph, sources: readonly string[], found = new Set<string>()): Set<string> {
  for (const source of sources) {
    if (found.has(source)) continue;
    found.add(source);
    closure(graph, graph.getModuleInfo(source)?.importedIds ?? [], found);
  }
  return found;
}

/** Everything that the small pages around signing in need at once, those that come later among them. */
function smallPages(graph: Graph): Set<string> {
  const found = new Set<string>();
  const pages = [join(import.meta.dirname, ACCESS)];
  for (const page of pages) {
    for (const id of closure(graph, [page], found)) {
      const later = graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
      pages.push(...later.filter((one) => one.startsWith(ACCESS_PAGES) && !pages.includes(one)));
    }
  }
  return found;
}

/**
 * What every page of the console needs is two chunks instead of some thirty small ones: apart stands what the small
 * pages need too, for the other one runs the console. Everything that comes later is parted by the bundler, by who uses it.
 */
function firstChunks() {
  let sets: Record<'console' | 'access' | 'lists', Set<string>> | undefined;
  const name = (id: string, graph: Graph): string | null => {
    sets ??= {
      console: closure(graph, [join(import.meta.dirname, ENTRY)]),
      access: smallPages(graph),
      // `listChunks` would take what a list imports into a chunk that runs the console.
      lists: closure(
        graph,
        BUILT_IN.flatMap(listModules).map((source) => join(import.meta.dirname, source)),
      ),
    };
    const { console: ours, access, lists } = sets;
    if (!access.has(id)) return ours.has(id) ? 'console' : null;
    return ours.has(id) || lists.has(id) ? 'base' : null;
  };
  // The tag leaves out what only later pages use of a package that the console imports.
  return { name, tags: ['$initial' as const], debugName: 'first' };
}

/** Parts that stand in no section. */
const SHARED_PARTS = /\/src\/(?:ui|fields)\//;

/**
 * What the list that a sign-in leads to shares with others comes in one piece, and what only others share in another: packed alone their
 * files take more bytes.
 */
function listChunks() {
  let users: Map<string, Set<string>> | undefined;
  /** The lists that need a file of ours, by their address; of packages a chunk takes what its files use, not all that they hold. */
  const usersOf = (graph: Graph): Map<string, Set<string>> => {
    const found = new Map<string, Set<string>>();
    for (const resource of BUILT_IN) {
      const sources = listModules(resource).filter((source) => source.startsWith('/src/'));
      const files = closure(
        graph,
        sources.map((source) => join(import.meta.dirname, source)),
      );
      const ours = [...files].filter((file) => file.startsWith(SOURCES));
      for (const file of ours) found.set(file, (found.get(file) ?? new Set()).add(resource.routes.list));
    }
    return found;
  };
  const name = (id: string, graph: Graph): string | null => {
    users ??= usersOf(graph);
    const needing = users.get(id);
    if (!needing) return null;
    // Parts that are no section's are needed by forms and cards as well: alone they would be a chunk each.
    if (needing.has(LANDING) && SHARED_PARTS.test(id)) return 'lists';
    if (needing.size < 2) return null;
    return needing.has(LANDING) ? 'lists' : 'pages';
  };
  return { name, debugName: 'lists' };
}

/** What opens a menu comes in one piece with all that it needs. */
const MENUS = { name: 'menus', test: /\/src\/ui\/row-menu\// };

function partOf(bundle: Rollup.OutputBundle, entry: string): ScreenFiles {
  const modules = [...needs(bundle, entry)];
  const styles = [...new Set(stylesOf(bundle, modules))];
  return { entry: at(entry), modules: modules.filter((file) => file !== entry).map(at), styles: styles.map(at) };
}

/** The note about the build that the boot script reads. */
function noteOf(bundle?: Rollup.OutputBundle): BuildManifest {
  const product = ru.shell.product;
  if (!bundle) {
    const raw = (source: string): ScreenFiles => ({ entry: source, modules: [], styles: [] });
    return { product, ...raw(ENTRY), access: raw(ACCESS), pages: {}, lists, sections, phoneCheck: PHONE_CHECK };
  }
  const phoneCheck = chunkOf(bundle, PHONE_CHECK);
  const access = chunkOf(bundle, ACCESS);
  const entry = chunkWith(bundle, ENTRY);
  if (!entry || !phoneCheck || !access)
    throw new Error('The build lacks the console, the phone check or the small pages');
  for (const part of [phoneCheck, access]) {
    const runsConsole = [...needs(bundle, part, new Set(), 'ever')].find((file) => needs(bundle, file).has(entry));
    if (runsConsole) throw new Error(`${runsConsole} would run the console on a page outside of it`);
  }
  const first = needs(bundle, entry);
  const modules = [
    ...BUILT_IN.map((resource) => [resource.routes.list, listModules(resource)] as const),
    ...Object.entries(WRITTEN).map(([path, source]) => [path, [source]] as const),
  ];
  const pages = Object.fromEntries(
    modules.map(([path, sources]) => {
      const files = new Set<string>();
      for (const source of sources) {
        const chunk = chunkWith(bundle, source);
        if (!chunk) throw new Error(`The build lacks ${source}, which ${path} is to be preloaded with`);
        needs(bundle, chunk, files);
      }
      const later = [...files].filter((file) => !first.has(file));
      return [path, [...later, ...stylesOf(bundle, later)].map(at)];
    }),
  );
  return {
    product,
    ...partOf(bundle, entry),
    access: partOf(bundle, access),
    pages: withLanding(pages),
    lists: withLanding(lists),
    sections: withLanding(sections),
    phoneCheck: at(phoneCheck),
  };
}

/**
 * Makes `index.html` answer before any code of the console is there: puts in the texts, the boot script and the
 * note of the build, and takes out the tags that would load the console at once.
 */
function bootPage(): Plugin {
  return {
    name: 'boot-page',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        const page = html
          .replaceAll(/\{\{([\w.]+)\}\}/g, (_match, key: string) => textOf(key))
          .replaceAll(/\s*<!--[\s\S]*?-->/g, '')
          .replaceAll(/\s*<script type="module"[^>]*src="(?!\/@)[^"]*"[^>]*><\/script>/g, '')
          .replaceAll(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, '');
        const note = JSON.stringify(noteOf(bundle)).replaceAll('<', '\\u003c');
        const tags: HtmlTagDescriptor[] = [
          { tag: 'script', attrs: { type: 'application/json', id: 'built' }, children: note, injectTo: 'head' },
          { tag: 'script', children: await bootScript(), injectTo: 'head' },
        ];
        return { html: bundle ? page.replaceAll(/>\s*\n\s*/g, '>\n') : page, tags };
      },
    },
  };
}

const TEXT_FILES = /\.(js|css|html|svg|json|webmanifest|txt)$/;

/** Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (!TEXT_FILES.test(file.fileName)) continue;
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (bytes.length < 1024) continue;
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          this.emitFile({
            type: 'asset',
            fileName: `${file.fileName}.br`,
            source: brotliCompressSync(bytes, { params }),
          });
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipSync(bytes, { level: 9 }) });
        }
      },
    },
  };
}

/** Large, and of no use without a network: what a new password is measured by, the worker of push, the check of files. */
const ONLINE_ALONE = ['assets/password-strength-*', 'assets/push-*', 'assets/worker-*'];

/** The service worker of the console (`src/app/service-worker.ts`), told which files it keeps. */
const offline = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/app',
    filename: 'service-worker.ts',
    injectRegister: false,
    manifest: false,
    integration: {
      configureCustomSWViteBuild: (worker) => {
        worker.logLevel = 'warn';
        worker.define = { ...worker.define, 'process.env.NODE_ENV': '"production"' };
      },
    },
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['index.html', 'favicon.svg', 'icon-*.png', 'assets/*.{js,css,woff2,svg,png,webp}'],
      globIgnores: ONLINE_ALONE,
      dontCacheBustURLsMatching: /^assets\//,
      // The server makes the page of every address of this file, which it does not give out itself.
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map((entry) => (entry.url === 'index.html' ? { ...entry, url: '/' } : entry)),
          warnings: [],
        }),
      ],
    },
  });

/** Packages may lie in a folder above this one. */
const ROUTER = join(dirname(createRequire(import.meta.url).resolve('react-router/package.json')), 'dist/production');

/** The router's package leads bundlers to its development build alone; this is the same without its warnings for developers. */
const productionRouter = (): Plugin => ({
  name: 'production-router',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: join(ROUTER, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: join(ROUTER, 'dom-export.mjs') },
      ],
    },
  }),
});

/** Pages, whose code is named with all that it imports, so that it comes at one go. Of smaller parts that would make the first code large. */
const PAGES = /^assets\/(?:[\w-]*-pages?|task-board|chats|pages|lists)-/;
/** Files that every page of the console has loaded before it imports anything. */
const FIRST_FILES = /^assets\/(?:base|console|rolldown-runtime)-/;

export default defineConfig({
  plugins: [react(), productionRouter(), bootPage(), precompress(), offline()],
  resolve: {
    // The texts' library brings a substitute for what every browser of today has.
    alias: { 'object.entries': join(import.meta.dirname, 'src/app/native-entries.cjs') },
  },
  build: {
    target: TARGET,
    outDir: 'dist/console',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'js'
          ? files.filter((other) => !FIRST_FILES.test(other) && (PAGES.test(file) || !other.endsWith('.js')))
          : files,
    },
    rollupOptions: {
      // An import that is to come later and comes at once all the same stops the build.
      onLog: (level, log, handle) => {
        if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message);
        handle(level, log);
      },
      preserveEntrySignatures: 'exports-only',
      input: { console: 'index.html', 'phone-check': PHONE_CHECK.slice(1), access: ACCESS.slice(1) },
      output: {
        // The first code names all files that may come later, so that every letter of a name counts.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:5][extname]',
        comments: { legal: false },
        codeSplitting: { groups: [firstChunks(), listChunks(), MENUS] },
      },
    },
  },
});
