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
import { makeQueryClient } from '#console/data/http/query-client.ts';
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
import { LocalRecords, PREVIEW_NAME, PREVIEW_PATH, previewedResource } from './local-records.ts';

/** The page of a section that is looked at. */
export type PreviewPage = 'list' | 'form' | 'card';

/** The texts that the section is made of, before all others. */
function useTexts(resource: Resource) {
  const outer = useI18nProvider();
  return useMemo(() => {
    const phrases = { resources: { [resource.name]: resourceTexts(resource) } };
    const polyglot = new Polyglot({ phrases, locale: 'ru', allowMissing: true });
    const prefix = `resources.${resource.name}.`;
    const translate: typeof outer.translate = (key, options) => {
      if (!key.startsWith(prefix)) return outer.translate(key, options);
      return polyglot.has(key) ? typeset(polyglot.t(key, options)) : outer.translate(key, options);
    };
    return { ...outer, translate };
  }, [outer, resource]);
}

/** Shows what it cannot draw as a sentence, until the definition is another one. */
class DrawnOrTold extends Component<{
  resource: Resource;
  renderFailure: (reason: string) => ReactNode;
  children: ReactNode;
}> {
  override state: { error: unknown; of: Resource | null } = { error: null, of: null };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  static getDerivedStateFromProps(props: { resource: Resource }, state: { of: Resource | null }) {
    return props.resource === state.of ? null : { of: props.resource, error: null };
  }
  override render() {
    const { error } = this.state;
    return error === null
      ? this.props.children
      : this.props.renderFailure(error instanceof Error ? error.message : String(error));
  }
}

/** Context of the parts of a preview. */
interface Drawn {
  resource: Resource;
  page: PreviewPage;
}

const DrawnContext = createContext<Drawn | null>(null);
const NO_PAGE = { pathname: '', resource: null as Resource | null };

/** Options that decide which parts a list is drawn with. */
const partsKey = ({ list: { layout, group, colours } }: Resource) =>
  `${layout} ${group !== undefined} ${colours !== undefined}`;

/** Loads what the list is drawn with; what was loaded before stays until the rest is there. */
function useListParts(resource: Resource): { parts: ListParts; forKey: string } | null {
  const [loadedParts, setLoadedParts] = useState<{ parts: ListParts; forKey: string } | null>(null);
  const key = partsKey(resource);
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts are those of the layout, whatever else the definition says
  useEffect(() => {
    let isOver = false;
    void loadListParts(resource).then((parts) => isOver || setLoadedParts({ parts, forKey: key }));
    return () => {
      isOver = true;
    };
  }, [key]);
  return loadedParts;
}

/** The kinds of the fields by their names: widgets are chosen by these once. */
const kindsOf = ({ fields }: Resource) =>
  Object.entries(fields)
    .map(([name, { kind }]) => `${name}:${kind}`)
    .join();

function List({ resource }: { resource: Resource }) {
  const loadedParts = useListParts(resource);
  // Until the parts of another layout are there, the section is drawn as it was: a calendar cannot draw a table.
  const fittingResource = useRef(resource);
  if (loadedParts?.forKey === partsKey(resource)) fittingResource.current = resource;
  if (!loadedParts) return null;
  const { parts, forKey } = loadedParts;
  const { fields } = fittingResource.current;
  const filters = Object.values(fields).map(({ filter }) => String(filter ?? ''));
  const key = `${forKey} ${kindsOf(fittingResource.current)} ${filters.join()}`;
  return <ListPage key={key} resource={fittingResource.current} parts={parts} />;
}

function FormOf({ resource, Page }: { resource: Resource; Page: typeof CreatePage }) {
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
          key={kindsOf(resource)}
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

/** The page that the preview is at; it begins with the one that is asked for. */
function Pages() {
  const drawnPage = useContext(DrawnContext);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const page = drawnPage?.page;
  const { resource } = drawnPage ?? NO_PAGE;
  const { list, create, edit } = resource?.routes ?? { list: '/' };
  const first = page === 'form' && create ? create : list;
  // Another page is asked for, or the section has another address: what was open in the preview is left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address that the preview is at is not what this waits for
  useEffect(() => {
    if (pathname !== first) void navigate(first, { replace: true });
  }, [first, page]);
  if (!resource) return null;
  if (page === 'card') return <Card resource={resource} onClose={() => undefined} />;
  if (resource.form && pathname === create) return <FormOf resource={resource} Page={CreatePage} />;
  if (resource.form && pathname === edit) return <FormOf resource={resource} Page={EditPage} />;
  return pathname === list ? <List resource={resource} /> : <Navigate to={first} replace />;
}

/** Hands what cannot be drawn on to `DrawnOrTold`: by itself the router would show it in English. */
function Rethrown(): never {
  throw useRouteError();
}

/**
 * The pages of a section as the console draws them, over records that are kept nowhere.
 * @param resource as its definition makes it
 * @param records by wire names
 * @param told what stands in place of what cannot be drawn
 */
export function PreviewScreen({
  resource: defined,
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
  const resource = useMemo(() => previewedResource(defined), [defined]);
  const all = useMemo(
    () => [...definitions.filter(({ name }) => name !== defined.name), resource],
    [definitions, defined, resource],
  );
  const dataProvider = useMemo(() => makeDataProvider(all), [all]);
  const texts = useTexts(resource);
  const [queryClient] = useState(makeQueryClient);
  const [store] = useState(memoryStore);
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', element: <Pages />, errorElement: <Rethrown /> }], { initialEntries: ['/'] }),
  );
  const local = useMemo(() => new LocalRecords(resource, records), [resource, records]);
  // Before the pages ask for records.
  useLayoutEffect(() => {
    answerLocally(PREVIEW_PATH, local.answer);
    return () => answerLocally(PREVIEW_PATH, null);
  }, [local]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other records are what this waits for
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: [PREVIEW_NAME] });
  }, [local, queryClient]);
  const drawnPage = useMemo(() => ({ resource, page }), [resource, page]);
  return (
    <PreviewContext value={preview}>
      <I18nContext value={texts}>
        <DataProviderContext value={dataProvider}>
          <QueryClientProvider client={queryClient}>
            <StoreContextProvider value={store}>
              <NotificationContextProvider>
                <KnownDefinitions value={all}>
                  <RegisteredResources resources={all}>
                    <DrawnOrTold resource={resource} renderFailure={renderFailure}>
                      <DrawnContext value={drawnPage}>
                        {/* A router of its own: its pages lead nowhere in the console. */}
                        <LocationContext value={null as never}>
                          <RouteContext value={{ outlet: null, matches: [], isDataRoute: false }}>
                            <Suspense>
                              <RouterProvider router={router} />
                            </Suspense>
                          </RouteContext>
                        </LocationContext>
                      </DrawnContext>
                    </DrawnOrTold>
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
