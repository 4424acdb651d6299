import { type ComponentType, lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { type RaRecord, useListContext, useTranslate } from 'react-admin';
import { type NavigateOptions, useSearchParams } from 'react-router';
import { useOnline } from '#console/data/http/online.ts';
import { useOpenedSteps } from '#console/shell/opened-steps.ts';
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

/** The filters that stand beside the title, each always set: the month of the readings. */
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
 * The list page of a definition: title, building selector, «➕ Добавить …», the records. Everything of the page, the
 * widget around it too, stands in react-admin's list context.
 * @param parts how its list is drawn and fetched (`loadListParts`); null where its own widget does both
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

/** The chosen record: the query `id` names it, a second click on it lets it go (SET-12). */
function useChosenRecord(resource: Resource): (ListChoice & { close: () => void }) | null {
  const [params, setParams] = useSearchParams();
  const id = params.get('id');
  const { onward, back } = useOpenedSteps(id !== null);
  const write = useCallback(
    (next: string | null, options: NavigateOptions) =>
      setParams((nextParams) => {
        if (next === null) nextParams.delete('id');
        else nextParams.set('id', next);
        return nextParams;
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

function ListContents({ Layout }: { Layout: ComponentType }) {
  const resource = useResource();
  const list = useListContext<RaRecord>();
  const { toolbar, setToolbar } = useFilters();
  const online = useOnline();
  const choice = useChosenRecord(resource);
  const hasMoves = useHasMoves(resource);
  const { layout } = resource.list;
  const { data } = list;
  const { hasRecords = Boolean(data?.length) } = useRowsContext();
  // Days without records are days all the same.
  const isCalendar = layout === 'calendar';
  const Above = useSlot(resource.list.above);
  const View = useSlot(resource.list.view);
  const filtered = Object.keys(toolbar).length > 0;
  const columns = useColumns(resource).length;
  const { instead, tools } = useListFrame();
  const [isOpen, setOpen] = useState(false);
  const openCell = useMemo(() => ({ isOpen, setOpen }), [isOpen]);

  function contents() {
    if (isOpen) return <Layout />;
    if (instead) return instead;
    if (!data) {
      if (!online) return <OfflineState onRetry={list.refetch} />;
      if (list.error) return <FailedState onRetry={list.refetch} />;
      // They draw their columns and days before the records are there.
      if (layout === 'board' || isCalendar) return <Layout />;
      return (
        <ListSkeleton layout={layout} columns={columns} isSearched={!tools && Boolean(resource.list.search?.length)} />
      );
    }
    if (!hasRecords && !list.isFetching && !isCalendar) {
      return (
        <>
          <NewRecordsOffer />
          <EmptyList resource={resource} onClear={filtered ? () => setToolbar({}) : null} />
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
    <ListChoiceContext value={choice}>
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
          {data && !instead ? <LastSeenNote of={[resource.name]} isBeginning /> : null}
          {instead ? null : <UnreadNote path={resource.api.path} />}
          {!View && (tools || (data && (hasRecords || filtered || isCalendar))) ? <Toolbar /> : null}
          {resource.list.totals && hasRecords && !instead ? (
            <Suspense>
              <TotalsLine />
            </Suspense>
          ) : null}
          <OpenCellContext value={openCell}>{contents()}</OpenCellContext>
        </div>
        {choice?.id && resource.card && !instead ? (
          <SideRecord
            key={choice.id}
            resource={resource}
            card={resource.card}
            id={choice.id}
            row={data?.find((record) => String(record.id) === choice.id)}
            onClose={choice.close}
          />
        ) : null}
      </div>
    </ListChoiceContext>
  );
}
