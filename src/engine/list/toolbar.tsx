import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { useOwnAddition } from '#console/data/session/features.ts';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { optional } from '#console/ui/timing/optional.ts';
import { isLinked, linkedRecord } from '#resources/language/linked-record.ts';
import { FieldFilter, filterFields, useFieldLabel } from '../field-part.tsx';
import { useResource } from '../resource-context.tsx';
import { useOffersChoice } from './bulk/offers-choice.ts';
import { useFilters } from './list-context.tsx';
import { useListFrame } from './list-frame.ts';
import classes from './list-page.module.css';
import type { Filters } from './list-state.ts';

const ExportButton = lazy(() => import('./export/export-button.tsx'));
const RecordBar = lazy(() => import('./bulk/record-bar.tsx'));
const NarrowedNote = lazy(() => import('./layouts/narrowed-note.tsx'));
const ListColumns = optional(() => import('./column-choice/list-columns.tsx'));
const ListGroups = optional(() => import('./groups/list-groups.tsx'));
const ListViews = optional(() => import('./saved-views/list-views.tsx'));

/** A list that the server searches waits so long for the next key, in milliseconds. */
const PAUSE = 300;

/** Filters of a list, empty ones left out. */
function withFilter(filters: Filters, name: string, value: unknown): Record<string, unknown> {
  const { [name]: _old, ...others } = filters;
  return value === undefined || value === '' ? others : { ...others, [name]: value };
}

/** The search box, the filters and the tools of a list; nothing when it has none of them. */
export function Toolbar() {
  const resource = useResource();
  const translate = useTranslate();
  const label = useFieldLabel();
  const fields = filterFields(resource).filter(({ field }) => field.filter !== 'header');
  const { tools, instead } = useListFrame();
  const hasViews = useOwnAddition('views');
  const { selectedIds } = useListContext();
  const isChosen = useOffersChoice(resource) && selectedIds.length > 0;
  const { toolbar: filters, setToolbar } = useFilters();
  // Counts how often the filters were cleared: their boxes begin anew.
  const [turn, setTurn] = useState(0);
  const searched = (resource.list.search?.length ?? 0) > 0;
  // To one record, what belongs to one, a flat or a span of time, where another page has led here.
  const isNarrowed =
    isLinked(filters) ||
    ['id', 'unit', 'since'].some((name) => filters[name] !== undefined && !(name in resource.fields));
  const isTable = resource.list.layout === 'table' && !instead;
  const isBare = !searched && fields.length === 0 && !tools && !isNarrowed && !resource.generic;
  if (isBare && !isTable) return null;
  const set = (name: string, value: unknown) => setToolbar(withFilter(filters, name, value));
  return (
    <div className={isBare && resource.list.above ? `${classes.tools} ${classes.bare}` : classes.tools}>
      <search className={classes.bar} inert={isChosen}>
        {searched ? <PausedSearch value={String(filters.q ?? '')} onValue={(typed) => set('q', typed)} /> : null}
        {fields.map(({ name, source, field, load, side }) => (
          <FieldFilter
            key={`${name} ${turn}`}
            load={load}
            field={field}
            source={source}
            resource={resource.name}
            label={
              side ? translate(`engine.list.${side}`, { label: label(resource, source) }) : label(resource, source)
            }
            value={linkedRecord(filters[name]) ? undefined : filters[name]}
            onChange={(value) => set(name, value)}
          />
        ))}
        {Object.keys(filters).length > 0 ? (
          <ActionButton
            variant="ghost"
            size="sm"
            onClick={() => {
              setToolbar({});
              setTurn(turn + 1);
            }}
          >
            {translate('engine.list.clearFilters')}
          </ActionButton>
        ) : null}
        {tools}
        {isNarrowed ? (
          <Suspense>
            <NarrowedNote resource={resource} filters={filters} />
          </Suspense>
        ) : null}
        {resource.generic ? (
          <Suspense>
            <ExportButton />
          </Suspense>
        ) : null}
        <span className={tools ? undefined : classes.end}>
          {hasViews ? (
            <Suspense>
              <ListViews />
            </Suspense>
          ) : null}
          {resource.list.group !== undefined && isTable ? (
            <Suspense>
              <ListGroups />
            </Suspense>
          ) : null}
          {isTable ? (
            <Suspense>
              <ListColumns />
            </Suspense>
          ) : null}
        </span>
      </search>
      {isChosen ? (
        <Suspense>
          <RecordBar />
        </Suspense>
      ) : null}
    </div>
  );
}

/**
 * The search box of a list: what is typed counts after a pause.
 * @param label what it says while it is empty
 * @param most characters that it takes
 */
export function PausedSearch({
  value,
  onValue,
  label,
  most,
}: {
  value: string;
  onValue: (typed: string) => void;
  label?: string;
  most?: number;
}) {
  const translate = useTranslate();
  const [text, setText] = useState(value);
  const report = useRef(onValue);
  report.current = onValue;
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => report.current(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <span className={classes.search}>
      <SearchBox label={label ?? translate('engine.list.search')} value={text} onText={setText} most={most} />
    </span>
  );
}
