import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { Navigate, type RouteObject, useLocation } from 'react-router';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { resourceRoutes } from '#console/engine/pages.tsx';
import { RecordNotFound } from '#console/shell/record-not-found.tsx';
import { SettingsArea } from '#console/shell/settings-area.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import { brokenSections, filesOfSection } from './broken-sections.ts';
import type { ExtraDefinitions } from './extra-definitions.ts';
import classes from './live-page.module.css';
import { routeLoader } from './prefetch.tsx';
import { sectionFromResource } from './sections.ts';

type Page = LazyExoticComponent<ComponentType>;
type PageModule = { Component: ComponentType };

const loadBroken = () => import('#console/sections/definitions/broken-section.tsx');
const BrokenSection = lazy(async () => ({ default: (await loadBroken()).BrokenSection }));
const BrokenStrip = lazy(async () => ({ default: (await loadBroken()).BrokenStrip }));

/** Lazy page component per definition and path, created once, so that a mounted page keeps its state. */
const pages = new WeakMap<Resource, Map<string, Page>>();

function livePage(resource: Resource, path: string, load: () => Promise<PageModule>): Page {
  const pagesByPath = pages.get(resource) ?? new Map<string, Page>();
  pages.set(resource, pagesByPath);
  const page = pagesByPath.get(path) ?? lazy(async () => ({ default: (await load()).Component }));
  pagesByPath.set(path, page);
  return page;
}

/** The page at a path, and whether leaving it may lose input, which is true for every page but the list. */
function findPage(resources: readonly Resource[], path: string) {
  for (const resource of resources) {
    const load = resourceRoutes(resource).flatMap((route) =>
      route.path === path ? (routeLoader(route) ?? []) : [],
    )[0];
    const hasInput = path !== resource.routes.list;
    if (load) return { Page: livePage(resource, path, load), hasInput, name: resource.name };
  }
  return null;
}

/**
 * The current page of an added section at a path, or a message that it no longer exists. An open form keeps the definition it was
 * opened with until it is left, so that nothing typed is lost; the server validates it by the new definition. Problems in the
 * file of the section are shown above its list, or in its place when no definition is in force; people without the right to see
 * them see only the list, or no section.
 */
function LivePage({ extra, path }: { extra: ExtraDefinitions; path: string }) {
  const resources = useSyncExternalStore(extra.subscribe, extra.current);
  const brokenFiles = useSyncExternalStore(definitionTrouble.subscribe, definitionTrouble.problems);
  const [openedPage] = useState(() => findPage(resources, path));
  const page = openedPage?.hasInput ? openedPage : findPage(resources, path);
  if (!page) return <MissingPage resources={resources} path={path} />;
  const files = page.hasInput ? [] : filesOfSection(brokenFiles, page.name);
  return (
    <div className={classes.page}>
      {files.length ? (
        <Suspense>
          <BrokenStrip files={files} />
        </Suspense>
      ) : null}
      <Suspense>
        <page.Page />
      </Suspense>
    </div>
  );
}

/** Path under the new name of a renamed section; null if the path does not contain a former name. */
function renamedPath(resources: readonly Resource[], path: string): string | null {
  const renamed = resources.find(({ was }) => was !== undefined && (path === `/${was}` || path.startsWith(`/${was}/`)));
  if (!renamed) return null;
  const { list, create, edit } = renamed.routes;
  const subpath = path.slice(1 + String(renamed.was).length);
  const pages: Readonly<Record<string, string | undefined>> = { '/create': create, '/edit': edit };
  return pages[subpath] ?? `${list}${subpath}`;
}

function MissingPage({ resources, path }: { resources: readonly Resource[]; path: string }) {
  const brokenFiles = definitionTrouble.problems();
  const { pathname, search, hash } = useLocation();
  const address = renamedPath(resources, pathname);
  if (address !== null) return <Navigate to={{ pathname: address, search, hash }} replace />;
  const moved = resources.find(({ name }) => path === `/${name}`);
  if (moved) return <Navigate to={moved.routes.list} replace />;
  const brokenSection = brokenSections(brokenFiles, resources).find((one) => one.path === path);
  if (!brokenSection) return <RecordNotFound backTo="/" />;
  return (
    <Suspense>
      <BrokenSection title={brokenSection.title} files={filesOfSection(brokenFiles, brokenSection.name)} />
    </Suspense>
  );
}

/** Settings tab that a page belongs to; undefined for a page outside of the settings. */
function findTab(resources: readonly Resource[], brokenFiles: readonly BrokenFile[], path: string): string | undefined {
  const section = resources.find(({ routes }) => routes.list === path);
  if (section) return section.area && section.section;
  return brokenSections(brokenFiles, resources).some((one) => one.path === path && one.entry === 'settings')
    ? path
    : undefined;
}

/** Page of a section with an invalid file, with the settings tabs if it belongs there. */
function BrokenSectionPage({ extra, path }: { extra: ExtraDefinitions; path: string }) {
  const resources = useSyncExternalStore(extra.subscribe, extra.current);
  const brokenFiles = useSyncExternalStore(definitionTrouble.subscribe, definitionTrouble.problems);
  const tab = findTab(resources, brokenFiles, path);
  return (
    <SettingsArea {...(tab === undefined ? {} : { tab })}>
      <LivePage extra={extra} path={path} />
    </SettingsArea>
  );
}

/** Route of a section with an invalid file; it shows the section once the file is corrected. */
export function brokenRoute(extra: ExtraDefinitions, path: string): RouteObject {
  return { path, Component: () => <BrokenSectionPage extra={extra} path={path} /> };
}

/**
 * Routes of an added section. The router never removes a route, so the route looks up the current definition each time it
 * renders.
 */
export function liveRoutes(extra: ExtraDefinitions, resource: Resource): RouteObject[] {
  const live = (route: RouteObject): RouteObject => {
    const { path, children } = route;
    if (children) return { ...route, children: children.map(live) };
    const load = routeLoader(route);
    if (!load || path === undefined) return route;
    return {
      path,
      lazy: async () => {
        // Loaded before the navigation completes, so that the page is shown at once.
        await load();
        return { Component: () => <LivePage extra={extra} path={path} /> };
      },
    };
  };
  return sectionFromResource(resource).routes.map(live);
}

/** Catch-all route for the former name of a renamed section; none if it was never renamed. */
export function renamedSectionRoutes(extra: ExtraDefinitions, { was }: Resource): RouteObject[] {
  if (was === undefined) return [];
  const path = `/${was}/*`;
  return [{ path, Component: () => <LivePage extra={extra} path={path} /> }];
}

/** Path of a route, or of the page inside a layout route. */
export const routeAddress = ({ path, children }: RouteObject): string | undefined => path ?? children?.[0]?.path;
