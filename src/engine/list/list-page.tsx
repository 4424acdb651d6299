import { type ComponentType, lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { type RaRecord, useListContext, useTranslate } from 'react-admin';
import { type NavigateOptions, useSearchParams } from 'react-router';
import { useOnline } from '#console/data/http/online.ts';
import { useOpenedHistory } from '#console/shell/opened-history.ts';
import { Page } from '#console/shell/page.tsx';
import { UnreadNote } from '#console/shell/page-notes.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { CreateButton } from '../create-button.tsx';
import { FieldFilter, filterFields, useFieldLabel } from '../field-part.tsx';
import { useHasMoves } from '../moves/has-moves.ts';
import { MoveDialogs } from '../moves/move-flow.tsx';
import { ResourceProvider, useResource } from '../resource-context.tsx';
import { useSlot } from '../slots.tsx';
import { OpenCellContext } from './editing/open-cell.ts';
import { LastSeenNote } from './last-seen-note.tsx';
import { type ListChoice, ListChoiceContext } from './layouts/list-choice.ts';
import { NewRecordsOffer } from './layouts/new-records-offer.tsx';
import type { ListParts } from './layouts.ts';
import { ListProvider, useFilters, useRowsContext } from './list-context.tsx';
import { useColumns, useListFrame } from './list-frame.ts';
import classes from './list-page.module.css';
import { hasHeader } from './list-state.ts';
import { SideRecord } from './side-record.tsx';
import { EmptyList, FailedState, ListSkeleton, OfflineState } from './states.tsx';
import { Toolbar } from './toolbar.tsx';

const LiveMoves = lazy(() => import('../moves/live-moves.ts'));
const TotalsLine = lazy(() => import('./totals/totals-line.tsx'));

/** Filters beside the page title that always have a value, e.g. the month of the readings. */
function HeaderFilters() {
  const resource = useResource();
  const label = useFieldLabel();
  const { header, setHeader } = useFilters();
  return filterFields(resource)
    .filter(({ field }) => field.filter === 'header')
    .map(({ name, field, load }) => (
      <FieldFilter
        key={name}
        load={load}
        field={field}
        source={name}
        resource={resource.name}
        label={label(resource, name)}
        value={header[name]}
        onChange={(value) => setHeader(name, value)}
      />
    ));
}

/**
 * The list page of a definition: title, building selector, «➕ Добавить …», the records. All of it, including the frame widget, is
 * inside react-admin's list context.
 * @param parts renders and fetches the list (`loadListParts`); null where the `body` widget does both
 */
export function ListPage({ resource, parts }: { resource: Resource; parts: ListParts | null }) {
  const Frame = useSlot(resource.list.frame);
  const screen = <ListScreen parts={parts} />;
  const page = Frame ? (
    <Suspense>
      <Frame>{screen}</Frame>
    </Suspense>
  ) : (
    screen
  );
  return (
    <ResourceProvider resource={resource}>
      {parts ? (
        <ListProvider resource={resource} useRows={parts.useRows}>
          {page}
        </ListProvider>
      ) : (
        page
      )}
    </ResourceProvider>
  );
}

function ListScreen({ parts }: { parts: ListParts | null }) {
  const translate = useTranslate();
  const resource = useResource();
  const Body = useSlot(resource.list.body);
  const { note } = useListFrame();
  return (
    <Page
      title={translate(`resources.${resource.name}.page.list`)}
      selector={resource.api.scope && !resource.area ? 'on' : 'off'}
      {...(hasHeader(resource) ? { beside: <HeaderFilters /> } : {})}
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
      {parts ? (
        <MoveDialogs>
          <parts.Coloured>
            <ListContents Layout={parts.Layout} />
          </parts.Coloured>
        </MoveDialogs>
      ) : null}
    </Page>
  );
}

/** The record of the side card, named by the query parameter `id`; a second click on it closes the card (SET-12). */
function useChosenRecord(resource: Resource): (ListChoice & { close: () => void }) | null {
  const [params, setParams] = useSearchParams();
  const id = params.get('id');
  const { onward: forwardOptions, back: goBack } = useOpenedHistory(id !== null);
  const setId = useCallback(
    (nextId: string | null, options: NavigateOptions) =>
      setParams((nextParams) => {
        if (nextId === null) nextParams.delete('id');
        else nextParams.set('id', nextId);
        return nextParams;
      }, options),
    [setParams],
  );
  const close = useCallback(() => {
    if (!goBack()) setId(null, { replace: true });
  }, [goBack, setId]);
  const choose = useCallback(
    (record: RaRecord) => (id === String(record.id) ? close() : setId(String(record.id), forwardOptions)),
    [id, close, setId, forwardOptions],
  );
  return resource.card ? { id, choose, close } : null;
}

function ListContents({ Layout }: { Layout: ComponentType }) {
  const resource = useResource();
  const list = useListContext<RaRecord>();
  const { toolbar, setToolbar } = useFilters();
  const online = useOnline();
  const sideCardChoice = useChosenRecord(resource);
  const hasMoves = useHasMoves(resource);
  const { layout } = resource.list;
  const { data } = list;
  const { hasRecords = Boolean(data?.length) } = useRowsContext();
  // A calendar shows its days even without records.
  const isCalendar = layout === 'calendar';
  const Above = useSlot(resource.list.above);
  const View = useSlot(resource.list.view);
  const isFiltered = Object.keys(toolbar).length > 0;
  const columnCount = useColumns(resource).length;
  const { replacement, tools } = useListFrame();
  const [isOpen, setIsOpen] = useState(false);
  const openCell = useMemo(() => ({ isOpen, setOpen: setIsOpen }), [isOpen]);

  function renderContents() {
    if (isOpen) return <Layout />;
    if (replacement) return replacement;
    if (!data) {
      if (!online) return <OfflineState onRetry={list.refetch} />;
      if (list.error) return <FailedState onRetry={list.refetch} />;
      // Boards and calendars render their columns and days before the records are loaded.
      if (layout === 'board' || isCalendar) return <Layout />;
      return (
        <ListSkeleton
          layout={layout}
          columns={columnCount}
          isSearched={!tools && Boolean(resource.list.search?.length)}
        />
      );
    }
    if (!hasRecords && !list.isFetching && !isCalendar) {
      return (
        <>
          <NewRecordsOffer />
          <EmptyList resource={resource} onClear={isFiltered ? () => setToolbar({}) : null} />
        </>
      );
    }
    return View ? (
      <Suspense>
        <View />
      </Suspense>
    ) : (
      <Layout />
    );
  }

  return (
    <ListChoiceContext value={sideCardChoice}>
      {hasMoves ? (
        <Suspense>
          <LiveMoves />
        </Suspense>
      ) : null}
      <div
        className={
          (layout === 'table' || layout === 'board') && !View ? `${classes.beside} ${classes.fixed}` : classes.beside
        }
      >
        <div className={classes.main}>
          {Above ? (
            <div className={classes.above}>
              <Suspense>
                <Above />
              </Suspense>
            </div>
          ) : null}
          {data && !replacement ? <LastSeenNote queryKey={[resource.name]} isBeginning /> : null}
          {replacement ? null : <UnreadNote path={resource.api.path} />}
          {!View && (tools || (data && (hasRecords || isFiltered || isCalendar))) ? <Toolbar /> : null}
          {resource.list.totals && hasRecords && !replacement ? (
            <Suspense>
              <TotalsLine />
            </Suspense>
          ) : null}
          <OpenCellContext value={openCell}>{renderContents()}</OpenCellContext>
        </div>
        {sideCardChoice?.id && resource.card && !replacement ? (
          <SideRecord
            key={sideCardChoice.id}
            resource={resource}
            card={resource.card}
            id={sideCardChoice.id}
            row={data?.find((record) => String(record.id) === sideCardChoice.id)}
            onClose={sideCardChoice.close}
          />
        ) : null}
      </div>
    </ListChoiceContext>
  );
}
