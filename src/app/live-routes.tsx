import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { Navigate, type RouteObject, useLocation } from 'react-router';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { resourceRoutes } from '#console/engine/pages.tsx';
import { InArea } from '#console/shell/settings-area.tsx';
import { WrongPlace } from '#console/shell/wrong-place.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import { brokenSections, filesOfSection } from './broken-sections.ts';
import type { ExtraDefinitions } from './extra-definitions.ts';
import classes from './live-page.module.css';
import { routeLoad } from './prefetch.tsx';
import { consoleSection } from './sections.ts';

type Page = LazyExoticComponent<ComponentType>;
type Loaded = { Component: ComponentType };

const loadBroken = () => import('#console/sections/definitions/broken-section.tsx');
const BrokenSection = lazy(async () => ({ default: (await loadBroken()).BrokenSection }));
const BrokenStrip = lazy(async () => ({ default: (await loadBroken()).BrokenStrip }));

/** The page of one definition at one path, made once: a page that is shown keeps its state. */
const pages = new WeakMap<Resource, Map<string, Page>>();

function livePage(resource: Resource, path: string, load: () => Promise<Loaded>): Page {
  const knownPages = pages.get(resource) ?? new Map<string, Page>();
  pages.set(resource, knownPages);
  const page = knownPages.get(path) ?? lazy(async () => ({ default: (await load()).Component }));
  knownPages.set(path, page);
  return page;
}

/** The page that the definitions have at a path, and whether input may be lost there: any page but the list. */
function pageAt(known: readonly Resource[], path: string) {
  for (const resource of known) {
    const load = resourceRoutes(resource).flatMap((route) => (route.path === path ? (routeLoad(route) ?? []) : []))[0];
    const holdsInput = path !== resource.routes.list;
    if (load) return { Page: livePage(resource, path, load), holdsInput, name: resource.name };
  }
  return null;
}

/**
 * The page that an added section has at a path now, or a message that there is none any more. A form that is open stays as it
 * was opened until it is left, so that nothing typed is lost: the server checks it by the new definition when it is sent.
 * Problems in the file of a section stand over its list, or in its place where no definition is in force; people
 * without the right to see them find the list alone, or no section.
 */
function LivePage({ extra, path }: { extra: ExtraDefinitions; path: string }) {
  const resources = useSyncExternalStore(extra.follow, extra.known);
  const broken = useSyncExternalStore(definitionTrouble.follow, definitionTrouble.problems);
  const [opened] = useState(() => pageAt(resources, path));
  const page = opened?.holdsInput ? opened : pageAt(resources, path);
  if (!page) return <NoPage resources={resources} path={path} />;
  const files = page.holdsInput ? [] : filesOfSection(broken, page.name);
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

/** The present address of a page whose address has the former name of a section; null for another address. */
function addressNow(resources: readonly Resource[], path: string): string | null {
  const renamed = resources.find(({ was }) => was !== undefined && (path === `/${was}` || path.startsWith(`/${was}/`)));
  if (!renamed) return null;
  const { list, create, edit } = renamed.routes;
  const rest = path.slice(1 + String(renamed.was).length);
  const pages: Readonly<Record<string, string | undefined>> = { '/create': create, '/edit': edit };
  return pages[rest] ?? `${list}${rest}`;
}

function NoPage({ resources, path }: { resources: readonly Resource[]; path: string }) {
  const broken = definitionTrouble.problems();
  const { pathname, search, hash } = useLocation();
  const address = addressNow(resources, pathname);
  if (address !== null) return <Navigate to={{ pathname: address, search, hash }} replace />;
  const moved = resources.find(({ name }) => path === `/${name}`);
  if (moved) return <Navigate to={moved.routes.list} replace />;
  const place = brokenSections(broken, resources).find((one) => one.path === path);
  if (!place) return <WrongPlace backTo="/" />;
  return (
    <Suspense>
      <BrokenSection title={place.title} files={filesOfSection(broken, place.name)} />
    </Suspense>
  );
}

/** The tab of the settings that a page belongs to now; nothing for one that is no page of the settings. */
function tabAt(resources: readonly Resource[], broken: readonly BrokenFile[], path: string): string | undefined {
  const standing = resources.find(({ routes }) => routes.list === path);
  if (standing) return standing.area && standing.section;
  return brokenSections(broken, resources).some((one) => one.path === path && one.entry === 'settings')
    ? path
    : undefined;
}

/** The page at the address of a section with a wrong file, in the settings where it is one of theirs. */
function BrokenPlace({ extra, path }: { extra: ExtraDefinitions; path: string }) {
  const known = useSyncExternalStore(extra.follow, extra.known);
  const broken = useSyncExternalStore(definitionTrouble.follow, definitionTrouble.problems);
  const tab = tabAt(known, broken, path);
  return (
    <InArea {...(tab === undefined ? {} : { tab })}>
      <LivePage extra={extra} path={path} />
    </InArea>
  );
}

/** The route of a section with a wrong file; it has the section once the file is mended. */
export function brokenRoute(extra: ExtraDefinitions, path: string): RouteObject {
  return { path, Component: () => <BrokenPlace extra={extra} path={path} /> };
}

/**
 * The routes of an added section. A route once made stays with the router: its page is that of the definition as it is
 * when it is looked at.
 */
export function liveRoutes(extra: ExtraDefinitions, resource: Resource): RouteObject[] {
  const live = (route: RouteObject): RouteObject => {
    const { path, children } = route;
    if (children) return { ...route, children: children.map(live) };
    const load = routeLoad(route);
    if (!load || path === undefined) return route;
    return {
      path,
      lazy: async () => {
        // The page shown first is loaded before the address is gone to.
        await load();
        return { Component: () => <LivePage extra={extra} path={path} /> };
      },
    };
  };
  return consoleSection(resource).routes.map(live);
}

/** The route of all addresses that a section had by its former name; none for one that has had no other. */
export function formerRoutes(extra: ExtraDefinitions, { was }: Resource): RouteObject[] {
  if (was === undefined) return [];
  const path = `/${was}/*`;
  return [{ path, Component: () => <LivePage extra={extra} path={path} /> }];
}

/** The address of a route; of a layout around a page that of the page. */
export const routeAddress = ({ path, children }: RouteObject): string | undefined => path ?? children?.[0]?.path;
