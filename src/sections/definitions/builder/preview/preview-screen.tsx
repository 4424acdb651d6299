import { QueryClientProvider } from '@tanstack/react-query';
import Polyglot from 'node-polyglot';
import {
  Component,
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  DataProviderContext,
  I18nContext,
  memoryStore,
  NotificationContextProvider,
  type RaRecord,
  StoreContextProvider,
  useI18nProvider,
} from 'react-admin';
import {
  createMemoryRouter,
  UNSAFE_LocationContext as LocationContext,
  Navigate,
  UNSAFE_RouteContext as RouteContext,
  RouterProvider,
  useLocation,
  useNavigate,
  useRouteError,
} from 'react-router';
import { RegisteredResources } from '#console/app/resource-definitions.tsx';
import { answerLocally } from '#console/data/http/http.ts';
import { createQueryClient } from '#console/data/http/query-client.ts';
import { type Preview, PreviewContext } from '#console/data/preview.ts';
import { makeDataProvider } from '#console/data/providers/providers.ts';
import { resourceTexts } from '#console/data/providers/resource-texts.ts';
import { CreatePage, EditPage, loadExpressions } from '#console/engine/form/form-pages.tsx';
import type { FormExpressionsModule } from '#console/engine/form/form-screen.tsx';
import { type ListParts, loadListParts } from '#console/engine/list/layouts.ts';
import { ListPage } from '#console/engine/list/list-page.tsx';
import { SideRecord } from '#console/engine/list/side-record.tsx';
import { MoveDialogs } from '#console/engine/moves/move-flow.tsx';
import { ResourceProvider } from '#console/engine/resource-context.tsx';
import { KnownDefinitions } from '#console/fields/known-definitions.ts';
import { typeset } from '#i18n/typeset.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { LocalRecords, PREVIEW_NAME, PREVIEW_PATH, toPreviewResource } from './local-records.ts';

/** The previewed page of a section. */
export type PreviewPage = 'list' | 'form' | 'card';

/** I18n provider that takes the section's own texts from its definition, and all others from the console. */
function usePreviewTexts(resource: Resource) {
  const consoleI18n = useI18nProvider();
  return useMemo(() => {
    const phrases = { resources: { [resource.name]: resourceTexts(resource) } };
    const polyglot = new Polyglot({ phrases, locale: 'ru', allowMissing: true });
    const prefix = `resources.${resource.name}.`;
    const translate: typeof consoleI18n.translate = (key, options) => {
      if (!key.startsWith(prefix)) return consoleI18n.translate(key, options);
      return polyglot.has(key) ? typeset(polyglot.t(key, options)) : consoleI18n.translate(key, options);
    };
    return { ...consoleI18n, translate };
  }, [consoleI18n, resource]);
}

/** Error boundary that shows a render error as a sentence and resets when the definition changes. */
class PreviewErrorBoundary extends Component<{
  resource: Resource;
  renderFailure: (reason: string) => ReactNode;
  children: ReactNode;
}> {
  override state: { error: unknown; resource: Resource | null } = { error: null, resource: null };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  static getDerivedStateFromProps(props: { resource: Resource }, state: { resource: Resource | null }) {
    return props.resource === state.resource ? null : { resource: props.resource, error: null };
  }
  override render() {
    const { error } = this.state;
    return error === null
      ? this.props.children
      : this.props.renderFailure(error instanceof Error ? error.message : String(error));
  }
}

/** Value of the context that tells the preview's router which page to show. */
interface PreviewTarget {
  resource: Resource;
  page: PreviewPage;
}

const PreviewTargetContext = createContext<PreviewTarget | null>(null);
const NO_TARGET = { pathname: '', resource: null as Resource | null };

/** Key of the options that decide which list components are loaded. */
const partsKey = ({ list: { layout, group, colours } }: Resource) =>
  `${layout} ${group !== undefined} ${colours !== undefined}`;

/** Loads the components of the list; the previous ones stay until the new ones are loaded. */
function useListParts(resource: Resource): { parts: ListParts; forKey: string } | null {
  const [loadedParts, setLoadedParts] = useState<{ parts: ListParts; forKey: string } | null>(null);
  const key = partsKey(resource);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts depend only on the options in `key`
  useEffect(() => {
    let isCancelled = false;
    void loadListParts(resource).then((parts) => isCancelled || setLoadedParts({ parts, forKey: key }));
    return () => {
      isCancelled = true;
    };
  }, [key]);
  return loadedParts;
}

/** Key of the kinds of all fields; a change remounts the page, because widgets are chosen only on mount. */
const kindsKey = ({ fields }: Resource) =>
  Object.entries(fields)
    .map(([name, { kind }]) => `${name}:${kind}`)
    .join();

function List({ resource }: { resource: Resource }) {
  const loadedParts = useListParts(resource);
  // The previous definition is shown until the parts of another layout are loaded, because the parts of one layout cannot render
  // another.
  const shownResource = useRef(resource);
  if (loadedParts?.forKey === partsKey(resource)) shownResource.current = resource;
  if (!loadedParts) return null;
  const { parts, forKey } = loadedParts;
  const { fields } = shownResource.current;
  const filters = Object.values(fields).map(({ filter }) => String(filter ?? ''));
  const key = `${forKey} ${kindsKey(shownResource.current)} ${filters.join()}`;
  return <ListPage key={key} resource={shownResource.current} parts={parts} />;
}

function FormPage({ resource, Page }: { resource: Resource; Page: typeof CreatePage }) {
  const [expressions, setExpressions] = useState<{ module: FormExpressionsModule | null } | null>(null);
  useEffect(() => {
    void loadExpressions(resource).then((module) => setExpressions({ module }));
  }, [resource]);
  if (!expressions) return null;
  return <Page key={JSON.stringify(resource)} resource={resource} expressions={expressions.module} />;
}

/** The card of the first record. */
function Card({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  return resource.card ? (
    <ResourceProvider resource={resource}>
      <MoveDialogs>
        <SideRecord
          key={kindsKey(resource)}
          resource={resource}
          card={resource.card}
          id="1"
          row={undefined}
          onClose={onClose}
        />
      </MoveDialogs>
    </ResourceProvider>
  ) : null;
}

/** The page at the preview's current path; starts at, and returns to, the page chosen in the tabs. */
function Pages() {
  const target = useContext(PreviewTargetContext);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const page = target?.page;
  const { resource } = target ?? NO_TARGET;
  const { list, create, edit } = resource?.routes ?? { list: '/' };
  const startPath = page === 'form' && create ? create : list;
  // Navigates when another page is chosen or the section's path changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation inside the preview must not trigger it
  useEffect(() => {
    if (pathname !== startPath) void navigate(startPath, { replace: true });
  }, [startPath, page]);
  if (!resource) return null;
  if (page === 'card') return <Card resource={resource} onClose={() => undefined} />;
  if (resource.form && pathname === create) return <FormPage resource={resource} Page={CreatePage} />;
  if (resource.form && pathname === edit) return <FormPage resource={resource} Page={EditPage} />;
  return pathname === list ? <List resource={resource} /> : <Navigate to={startPath} replace />;
}

/** Rethrows router errors to `PreviewErrorBoundary`, because the router's own error page is in English. */
function RethrowRouteError(): never {
  throw useRouteError();
}

/**
 * Renders the real pages of a section with in-memory records.
 * @param resource the section compiled from its definition
 * @param records records keyed by the API's field names
 * @param renderFailure renders the message that replaces a page which cannot be rendered
 */
export function PreviewScreen({
  resource: definedResource,
  records,
  page,
  preview,
  renderFailure,
}: {
  resource: Resource;
  records: readonly RaRecord[];
  page: PreviewPage;
  preview: Preview;
  renderFailure: (reason: string) => ReactNode;
}) {
  const definitions = useContext(KnownDefinitions);
  const resource = useMemo(() => toPreviewResource(definedResource), [definedResource]);
  const allDefinitions = useMemo(
    () => [...definitions.filter(({ name }) => name !== definedResource.name), resource],
    [definitions, definedResource, resource],
  );
  const dataProvider = useMemo(() => makeDataProvider(allDefinitions), [allDefinitions]);
  const texts = usePreviewTexts(resource);
  const [queryClient] = useState(createQueryClient);
  const [store] = useState(memoryStore);
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', element: <Pages />, errorElement: <RethrowRouteError /> }], {
      initialEntries: ['/'],
    }),
  );
  const localRecords = useMemo(() => new LocalRecords(resource, records), [resource, records]);
  // A layout effect, so that it runs before the pages fetch records.
  useLayoutEffect(() => {
    answerLocally(PREVIEW_PATH, localRecords.handle);
    return () => answerLocally(PREVIEW_PATH, null);
  }, [localRecords]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetch when the records are replaced
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: [PREVIEW_NAME] });
  }, [localRecords, queryClient]);
  const target = useMemo(() => ({ resource, page }), [resource, page]);
  return (
    <PreviewContext value={preview}>
      <I18nContext value={texts}>
        <DataProviderContext value={dataProvider}>
          <QueryClientProvider client={queryClient}>
            <StoreContextProvider value={store}>
              <NotificationContextProvider>
                <KnownDefinitions value={allDefinitions}>
                  <RegisteredResources resources={allDefinitions}>
                    <PreviewErrorBoundary resource={resource} renderFailure={renderFailure}>
                      <PreviewTargetContext value={target}>
                        {/* A separate memory router, so that links of the preview do not navigate the console. */}
                        <LocationContext value={null as never}>
                          <RouteContext value={{ outlet: null, matches: [], isDataRoute: false }}>
                            <Suspense>
                              <RouterProvider router={router} />
                            </Suspense>
                          </RouteContext>
                        </LocationContext>
                      </PreviewTargetContext>
                    </PreviewErrorBoundary>
                  </RegisteredResources>
                </KnownDefinitions>
              </NotificationContextProvider>
            </StoreContextProvider>
          </QueryClientProvider>
        </DataProviderContext>
      </I18nContext>
    </PreviewContext>
  );
}
