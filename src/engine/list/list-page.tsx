import { Suspense, useCallback } from 'react';
import type { RaRecord } from 'react-admin';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { Page } from '#console/shell/page.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { CreateButton } from '../create-button.tsx';
import { ResourceProvider } from '../resource-context.tsx';
import { useSlot } from '../slots.tsx';
import { columnsOf } from './columns.ts';
import type { ListParts } from './layouts.ts';
import classes from './list-page.module.css';
import { SideRecord } from './side-record.tsx';
import { EmptyList, FailedState, ListSkeleton } from './states.tsx';
import type { Choice } from './table.tsx';
import { Toolbar } from './toolbar.tsx';

/**
 * The list page of a definition (A§2): title, building selector, «➕ Добавить …», the records.
 * @param parts how its list is drawn and fetched (`loadListParts`)
 */
export function ListPage({ resource, parts }: { resource: Resource; parts: ListParts }) {
  const translate = useTranslate();
  return (
    <ResourceProvider resource={resource}>
      <Page
        title={translate(`resources.${resource.name}.page.list`)}
        selector={resource.api.scope ? 'on' : 'off'}
        actions={<CreateButton resource={resource} compact />}
      >
        <ListContents resource={resource} parts={parts} />
      </Page>
    </ResourceProvider>
  );
}

/** The chosen record: the query `id` names it, a second click on it lets it go (SET-12). */
function useChoice(resource: Resource): (Choice & { close: () => void }) | null {
  const [params, setParams] = useSearchParams();
  const id = params.get('id');
  const write = useCallback(
    (next: string | null) =>
      setParams((known) => {
        if (next === null) known.delete('id');
        else known.set('id', next);
        return known;
      }),
    [setParams],
  );
  const choose = useCallback(
    (record: RaRecord) => write(id === String(record.id) ? null : String(record.id)),
    [id, write],
  );
  const close = useCallback(() => write(null), [write]);
  return resource.card ? { id, choose, close } : null;
}

function ListContents({ resource, parts: { Layout, useRows } }: { resource: Resource; parts: ListParts }) {
  const list = useRows(resource);
  const choice = useChoice(resource);
  const { layout } = resource.list;
  const { rows } = list;
  const Above = useSlot(resource.list.above);
  const filtered = Object.keys(list.filters).length > 0;

  function contents() {
    if (!rows) {
      if (list.error) return <FailedState onRetry={list.refetch} />;
      return <ListSkeleton layout={layout} columns={columnsOf(resource).length} />;
    }
    if (rows.length === 0 && !list.isFetching) {
      return <EmptyList resource={resource} onClear={filtered ? () => list.setFilters({}) : null} />;
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
        {rows && (rows.length > 0 || filtered) ? <Toolbar resource={resource} list={list} /> : null}
        {contents()}
      </div>
      {choice?.id && resource.card ? (
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
