import { Suspense, useCallback } from 'react';
import type { RaRecord } from 'react-admin';
import { useTranslate } from 'react-admin';
import { type NavigateOptions, useSearchParams } from 'react-router';
import { useOnline } from '#console/data/online.ts';
import { useOpenedSteps } from '#console/shell/opened-steps.ts';
import { Page } from '#console/shell/page.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { CreateButton } from '../create-button.tsx';
import { ResourceProvider } from '../resource-context.tsx';
import { useSlot } from '../slots.tsx';
import { FreshOffer } from './fresh-offer.tsx';
import { HeaderFilters } from './header-filters.tsx';
import type { ListParts } from './layouts.ts';
import { useColumns, useListFrame } from './list-frame.ts';
import classes from './list-page.module.css';
import { hasHeader } from './list-state.ts';
import { SideRecord } from './side-record.tsx';
import { EmptyList, FailedState, ListSkeleton, OfflineState } from './states.tsx';
import type { Choice } from './table.tsx';
import { Toolbar } from './toolbar.tsx';

/**
 * The list page of a definition (A§2): title, building selector, «➕ Добавить …», the records.
 * @param parts how its list is drawn and fetched (`loadListParts`); null where its own widget does both
 */
export function ListPage({ resource, parts }: { resource: Resource; parts: ListParts | null }) {
  const Frame = useSlot(resource.list.frame);
  const screen = <ListScreen resource={resource} parts={parts} />;
  return (
    <ResourceProvider resource={resource}>
      {Frame ? (
        <Suspense>
          <Frame>{screen}</Frame>
        </Suspense>
      ) : (
        screen
      )}
    </ResourceProvider>
  );
}

function ListScreen({ resource, parts }: { resource: Resource; parts: ListParts | null }) {
  const translate = useTranslate();
  const Body = useSlot(resource.list.body);
  const { note } = useListFrame();
  return (
    <Page
      title={translate(`resources.${resource.name}.page.list`)}
      selector={resource.api.scope && !resource.area ? 'on' : 'off'}
      {...(hasHeader(resource) ? { beside: <HeaderFilters resource={resource} /> } : {})}
      actions={
        <>
          {note}
          <CreateButton resource={resource} compact />
        </>
      }
    >
      {Body ? (
        <Suspense>
          <Body />
        </Suspense>
      ) : null}
      {parts ? <ListContents resource={resource} parts={parts} /> : null}
    </Page>
  );
}

/** The chosen record: the query `id` names it, a second click on it lets it go (SET-12). */
function useChoice(resource: Resource): (Choice & { close: () => void }) | null {
  const [params, setParams] = useSearchParams();
  const id = params.get('id');
  const { onward, back } = useOpenedSteps(id !== null);
  const write = useCallback(
    (next: string | null, options: NavigateOptions) =>
      setParams((known) => {
        if (next === null) known.delete('id');
        else known.set('id', next);
        return known;
      }, options),
    [setParams],
  );
  const close = useCallback(() => {
    if (!back()) write(null, { replace: true });
  }, [back, write]);
  const choose = useCallback(
    (record: RaRecord) => (id === String(record.id) ? close() : write(String(record.id), onward)),
    [id, close, write, onward],
  );
  return resource.card ? { id, choose, close } : null;
}

function ListContents({ resource, parts: { Layout, useRows } }: { resource: Resource; parts: ListParts }) {
  const list = useRows(resource);
  const online = useOnline();
  const choice = useChoice(resource);
  const { layout } = resource.list;
  const { rows } = list;
  const Above = useSlot(resource.list.above);
  const filtered = Object.keys(list.filters).length > 0;
  const columns = useColumns(resource).length;
  const { instead, tools } = useListFrame();

  function contents() {
    if (instead) return instead;
    if (!rows) {
      if (!online) return <OfflineState onRetry={list.refetch} />;
      if (list.error) return <FailedState onRetry={list.refetch} />;
      return <ListSkeleton layout={layout} columns={columns} />;
    }
    if (rows.length === 0 && !list.isFetching) {
      return (
        <>
          <FreshOffer resource={resource} list={list} />
          <EmptyList resource={resource} onClear={filtered ? () => list.setFilters({}) : null} />
        </>
      );
    }
    return <Layout resource={resource} list={list} choice={choice} />;
  }

  return (
    <div className={layout === 'table' ? `${classes.beside} ${classes.fixed}` : classes.beside}>
      <div className={classes.main}>
        {Above ? (
          <div className={classes.above}>
            <Suspense>
              <Above />
            </Suspense>
          </div>
        ) : null}
        {tools || (rows && (rows.length > 0 || filtered)) ? <Toolbar resource={resource} list={list} /> : null}
        {contents()}
      </div>
      {choice?.id && resource.card && !instead ? (
        <SideRecord
          key={choice.id}
          resource={resource}
          card={resource.card}
          id={choice.id}
          row={rows?.find((record) => String(record.id) === choice.id)}
          onClose={choice.close}
        />
      ) : null}
    </div>
  );
}
