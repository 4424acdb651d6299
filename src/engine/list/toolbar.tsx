import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { lazyOptional } from '#console/ui/timing/lazy-optional.ts';
import { isFilteredByLink, parseLinkedRecord } from '#resources/language/linked-record.ts';
import { FieldFilter, filterFields, useFieldLabel } from '../field-part.tsx';
import { useResource } from '../resource-context.tsx';
import { useHasBulkActions } from './bulk/offers-choice.ts';
import { useFilters } from './list-context.tsx';
import { useListFrame } from './list-frame.ts';
import classes from './list-page.module.css';
import type { Filters } from './list-state.ts';

const ExportButton = lazy(() => import('./export/export-button.tsx'));
const RecordBar = lazy(() => import('./bulk/record-bar.tsx'));
const NarrowedNote = lazy(() => import('./layouts/narrowed-note.tsx'));
const ListColumns = lazyOptional(() => import('./column-choice/list-columns.tsx'));
const ListGroups = lazyOptional(() => import('./groups/list-groups.tsx'));
const ListViews = lazyOptional(() => import('./saved-views/list-views.tsx'));

/** Debounce of the search box, ms. */
const SEARCH_DEBOUNCE_MS = 300;

/** Sets or, with an empty value, removes one filter. */
function setFilter(filters: Filters, name: string, value: unknown): Record<string, unknown> {
  const { [name]: _old, ...others } = filters;
  return value === undefined || value === '' ? others : { ...others, [name]: value };
}

/** The search box, filters and tools of a list; nothing when it has none. */
export function Toolbar() {
  const resource = useResource();
  const translate = useTranslate();
  const label = useFieldLabel();
  const fields = filterFields(resource).filter(({ field }) => field.filter !== 'header');
  const { tools, replacement } = useListFrame();
  const hasViews = useOwnServerFeature('views');
  const { selectedIds } = useListContext();
  const hasSelection = useHasBulkActions(resource) && selectedIds.length > 0;
  const { toolbar: filters, setToolbar } = useFilters();
  // Incremented when the filters are cleared, which remounts their controls.
  const [clearCount, setClearCount] = useState(0);
  const isSearchable = (resource.list.search?.length ?? 0) > 0;
  // A link from another page has filtered the list, e.g. to one record, a flat or a time range.
  const isLinkedFromElsewhere =
    isFilteredByLink(filters) ||
    ['id', 'unit', 'since'].some((name) => filters[name] !== undefined && !(name in resource.fields));
  const isTable = resource.list.layout === 'table' && !replacement;
  const isBare = !isSearchable && fields.length === 0 && !tools && !isLinkedFromElsewhere && !resource.generic;
  if (isBare && !isTable) return null;
  const onFilterChange = (name: string, value: unknown) => setToolbar(setFilter(filters, name, value));
  return (
    <div className={isBare && resource.list.above ? `${classes.tools} ${classes.bare}` : classes.tools}>
      <search className={classes.bar} inert={hasSelection}>
        {isSearchable ? (
          <DebouncedSearch value={String(filters.q ?? '')} onValue={(text) => onFilterChange('q', text)} />
        ) : null}
        {fields.map(({ name, source, field, load, side }) => (
          <FieldFilter
            key={`${name} ${clearCount}`}
            load={load}
            field={field}
            source={source}
            resource={resource.name}
            label={
              side ? translate(`engine.list.${side}`, { label: label(resource, source) }) : label(resource, source)
            }
            value={parseLinkedRecord(filters[name]) ? undefined : filters[name]}
            onChange={(value) => onFilterChange(name, value)}
          />
        ))}
        {Object.keys(filters).length > 0 ? (
          <ActionButton
            variant="ghost"
            size="sm"
            onClick={() => {
              setToolbar({});
              setClearCount(clearCount + 1);
            }}
          >
            {translate('engine.list.clearFilters')}
          </ActionButton>
        ) : null}
        {tools}
        {isLinkedFromElsewhere ? (
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
      {hasSelection ? (
        <Suspense>
          <RecordBar />
        </Suspense>
      ) : null}
    </div>
  );
}

/**
 * Search box that reports the text after a pause in typing.
 * @param label placeholder
 * @param maxLength maximum length
 */
export function DebouncedSearch({
  value,
  onValue,
  label,
  maxLength,
}: {
  value: string;
  onValue: (text: string) => void;
  label?: string;
  maxLength?: number;
}) {
  const translate = useTranslate();
  const [text, setText] = useState(value);
  const onValueRef = useRef(onValue);
  onValueRef.current = onValue;
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onValueRef.current(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <span className={classes.search}>
      <SearchBox label={label ?? translate('engine.list.search')} value={text} onText={setText} maxLength={maxLength} />
    </span>
  );
}
