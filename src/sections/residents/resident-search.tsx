import { SEARCH_BY_TAGS_PATH } from '#resources/protocol/paths/search.ts';
import '#i18n/resident-search-texts.ts';
import TableChartOutlined from '@mui/icons-material/TableChartOutlined';
import { useEffect, useMemo } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { buildingLabel, useBuildings, useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { useUnfinishedList } from '#console/data/drafts/unfinished-list.ts';
import { noteExport } from '#console/data/export/save-file.ts';
import { useOnline } from '#console/data/http/online.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { OfflineState } from '#console/engine/list/states.tsx';
import { UnreadNote } from '#console/shell/page-notes.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { DownloadButton } from '#console/ui/buttons/download-button.tsx';
import { Pager } from '#console/ui/navigation/pager.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { TableSkeleton } from '#console/ui/states/table-skeleton.tsx';
import { PAGE } from '#resources/limits.ts';
import { EXPORT_HEADERS, exportPath } from '#resources/protocol/exports.ts';
import { fetchAllPages, type SearchFailure, useFoundUnits } from './calls.ts';
import { exportHeader, exportRows } from './export.ts';
import { FoundTable } from './found-table.tsx';
import classes from './resident-search.module.css';
import { useSearchAddress } from './search-address.ts';
import { changeSearch, nameResidents, showBuildingUnits, useSearch } from './search-state.ts';
import { SearchTools } from './search-tools.tsx';
import { TagInput } from './tag-input.tsx';
import { type Tag, tagsQuery } from './tags.ts';
import { UnitCard } from './unit-card.tsx';

/** Link back to an import that was not sent or still has rows with errors (IMPORT-08). */
export function UnfinishedImport() {
  const translate = useTranslate();
  const list = useUnfinishedList();
  if (!list) return null;
  const { name, correct, wrong, forget } = list;
  const counts = [
    ...(correct ? [translate('residents.left.correct', { smart_count: correct })] : []),
    ...(wrong ? [translate('residents.left.wrong', { smart_count: wrong })] : []),
  ];
  return (
    <section className={classes.left} aria-label={translate('residents.left.label')}>
      <TableChartOutlined aria-hidden />
      <p>{translate('residents.left.waits', { name, rows: counts.join(', ') })}</p>
      <Link className="link" to="/download-resident-form">
        {translate('residents.left.back')}
      </Link>
      <button type="button" className="link" onClick={forget}>
        {translate('residents.left.forget')}
      </button>
    </section>
  );
}

/** Downloads the results of all pages as a CSV file that Russian Excel can open. */
function ExportButton({ tags }: { tags: readonly Tag[] }) {
  const translate = useTranslate();
  const notify = useNotify();

  async function save(signal: AbortSignal) {
    await noteExport(exportPath('residents'), signal);
    const [{ downloadCsv }, buildings] = await Promise.all([
      import('#console/data/export/csv.ts'),
      fetchAllPages(tagsQuery(tags), signal, { headers: EXPORT_HEADERS }),
    ]);
    downloadCsv(translate('residents.results.file'), exportHeader(translate), exportRows(buildings, translate));
    notify('residents.results.exported');
  }

  return (
    <DownloadButton
      label={translate('residents.results.export')}
      busyLabel={translate('residents.results.exporting')}
      save={save}
    />
  );
}

/** The tags to search by; without tags the checked building, if exactly one is checked. */
function useShownTags(tags: readonly Tag[]): readonly Tag[] {
  const [checked] = useCheckedBuildings();
  const { byId } = useBuildings();
  const [firstId, secondId] = checked;
  const building = !tags.length && firstId !== undefined && secondId === undefined ? byId.get(firstId) : undefined;
  const id = building?.id;
  useEffect(() => {
    if (id !== undefined) showBuildingUnits(id);
  }, [id]);
  return useMemo(
    () =>
      building
        ? [{ objectType: 'building', searchType: 'object', id: building.id, label: buildingLabel(building) }]
        : tags,
    [building, tags],
  );
}

/** Search of residents with its results and the card of the chosen unit. */
export default function ResidentSearch() {
  useSearchAddress();
  const { tags } = useSearch();
  const shownTags = useShownTags(tags);
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <div className={classes.search}>
          <TagInput tags={tags} onTags={(next) => changeSearch({ tags: next })} />
          <SearchTools hasTable={shownTags.length > 0} />
        </div>
        <UnfinishedImport />
        {shownTags.length ? <Results tags={shownTags} /> : <BeforeSearch />}
      </div>
      {shownTags.length ? <ChosenUnitCard tags={shownTags} /> : null}
    </div>
  );
}

/** The table with its pages, or a message in its place (RES-08…13). */
function Results({ tags }: { tags: readonly Tag[] }) {
  const { page, size, unit } = useSearch();
  const { buildings, count, failure, isFetching, isStale, refetch } = useFoundUnits(tags, page, size);
  const online = useOnline();
  const lastPage = Math.max(1, Math.ceil(count / size));
  const isBeyondLastPage = buildings !== null && !isStale && count > 0 && page > lastPage;
  useEffect(() => {
    // The last page is gone, e.g. after its only unit was emptied.
    if (isBeyondLastPage) changeSearch({ page: lastPage });
  }, [isBeyondLastPage, lastPage]);
  useEffect(() => {
    const people = (buildings ?? []).flatMap(({ units }) => units.flatMap(({ residents }) => residents));
    const names = new Map(people.map(({ user, last_name, first_name }) => [user, `${last_name} ${first_name}`]));
    nameResidents((id) => names.get(id));
  }, [buildings]);
  if (!buildings && !online) return <OfflineState line="engine.list.offlinePage" onRetry={() => void refetch()} />;
  if (failure) return <SearchFailed failure={failure} onRetry={() => void refetch()} />;
  if (!buildings || isBeyondLastPage) return <TableSkeleton columns={5} rows={10} />;
  if (count === 0) return isFetching ? <TableSkeleton columns={5} rows={10} /> : <NoResults />;
  return (
    <>
      <LastSeenNote queryKey={['residents', 'found']} isBeginning />
      <UnreadNote path={SEARCH_BY_TAGS_PATH} />
      <FoundTable
        buildings={buildings}
        chosenUnit={unit}
        busy={isStale}
        onChoose={(id) => changeSearch({ unit: id === unit ? null : id })}
      />
      <Pager
        numbers
        sizes={PAGE.residentsSizes}
        page={page}
        size={size}
        total={count}
        onPage={(next) => changeSearch({ page: next })}
        onSize={(next) => changeSearch({ size: next, page: Math.floor(((page - 1) * size) / next) + 1 })}
      >
        <ExportButton tags={tags} />
      </Pager>
    </>
  );
}

/** The card of the chosen unit, if it is on this page. */
function ChosenUnitCard({ tags }: { tags: readonly Tag[] }) {
  const { page, size, unit } = useSearch();
  const { buildings } = useFoundUnits(tags, page, size);
  const building = buildings?.find(({ units }) => units.some(({ id }) => id === unit));
  const chosen = building?.units.find(({ id }) => id === unit);
  if (!building || !chosen) return null;
  return <UnitCard key={chosen.id} building={building} unit={chosen} onClose={() => changeSearch({ unit: null })} />;
}

/** Shown before a search. */
function BeforeSearch() {
  const translate = useTranslate();
  return <EmptyState title={translate('residents.results.begin')} />;
}

function NoResults() {
  const translate = useTranslate();
  return (
    <div role="status">
      <EmptyState
        picture="boxes"
        title={translate('residents.results.nothing')}
        description={translate('residents.results.nothingLine')}
      />
    </div>
  );
}

function SearchFailed({ failure, onRetry }: { failure: SearchFailure; onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <div role="alert">
      {failure === 'no-building' ? (
        <EmptyState
          picture="lost"
          title={translate('residents.results.noBuilding')}
          description={translate('residents.results.noBuildingLine')}
        />
      ) : (
        <EmptyState
          picture="lift"
          title={translate('residents.results.failed')}
          action={<ActionButton onClick={onRetry}>{translate('residents.results.retry')}</ActionButton>}
        />
      )}
    </div>
  );
}
