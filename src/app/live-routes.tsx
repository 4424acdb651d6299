import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useState, useSyncExternalStore } from 'react';
import type { RouteObject } from 'react-router';
import { routesOf } from '#console/engine/pages.tsx';
import { WrongPlace } from '#console/shell/wrong-place.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import type { ExtraDefinitions } from './extra-definitions.ts';
import { sectionOf } from './sections.ts';

type Page = LazyExoticComponent<ComponentType>;
type Loaded = { Component: ComponentType };

/** The page of one definition at one path, made once: a page that is shown keeps its state. */
const pages = new WeakMap<Resource, Map<string, Page>>();

function pageOf(resource: Resource, path: string, load: () => Promise<Loaded>): Page {
  const known = pages.get(resource) ?? new Map<string, Page>();
  pages.set(resource, known);
  const page = known.get(path) ?? lazy(async () => ({ default: (await load()).Component }));
  known.set(path, page);
  return page;
}

const loadOf = (route: RouteObject) =>
  typeof route.lazy === 'function' ? (route.lazy as () => Promise<Loaded>) : null;

/** The page that the definitions have at a path; whether something is typed in there. */
function pageAt(known: readonly Resource[], path: string): { Page: Page; holdsInput: boolean } | null {
  for (const resource of known) {
    const load = routesOf(resource).flatMap((route) => (route.path === path ? (loadOf(route) ?? []) : []))[0];
    if (load) return { Page: pageOf(resource, path, load), holdsInput: path !== resource.routes.list };
  }
  return null;
}

/**
 * The page that an added section has at a path now; it says so when there is none any more. A form that is open stays as it
 * was opened until it is left, so that nothing typed is lost: what the definition says since, the server says when it is sent.
 */
function LivePage({ extra, path }: { extra: ExtraDefinitions; path: string }) {
  const known = useSyncExternalStore(extra.follow, extra.known);
  const [opened] = useState(() => pageAt(known, path));
  const shown = opened?.holdsInput ? opened : pageAt(known, path);
  if (!shown) return <WrongPlace backTo="/" />;
  return (
    <Suspense>
      <shown.Page />
    </Suspense>
  );
}

/**
 * The routes of an added section. A route once made stays with the router: its page is that of the definition as it is
 * when it is looked at.
 */
export function liveRoutes(extra: ExtraDefinitions, resource: Resource): RouteObject[] {
  return sectionOf(resource).routes.map((route): RouteObject => {
    const { path } = route;
    const load = loadOf(route);
    if (!load || path === undefined) return route;
    return {
      path,
      lazy: async () => {
        // What is shown first is there before the address is gone to.
        await load();
        return { Component: () => <LivePage extra={extra} path={path} /> };
      },
    };
  });
}
