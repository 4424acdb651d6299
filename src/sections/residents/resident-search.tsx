import { SEARCH_BY_TAGS_PATH } from '#resources/protocol/paths/search.ts';
import '#i18n/resident-search-texts.ts';
import TableChartOutlined from '@mui/icons-material/TableChartOutlined';
import { useEffect, useMemo } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { buildingLabel, useBuildings, useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { useListLeft } from '#console/data/drafts/list-left.ts';
import { noteExport } from '#console/data/export/save-file.ts';
import { useOnline } from '#console/data/http/online.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { OfflineState } from '#console/engine/list/states.tsx';
import { UnreadNote } from '#console/shell/page-notes.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { SaveButton } from '#console/ui/buttons/save-button.tsx';
import { Pager } from '#console/ui/navigation/pager.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { TableSkeleton } from '#console/ui/states/table-skeleton.tsx';
import { PAGE } from '#resources/limits.ts';
import { EXPORT_HEADERS, exportPath } from '#resources/protocol/exports.ts';
import { everyPage, type Trouble, useFound } from './calls.ts';
import { exportHeader, exportRows } from './export.ts';
import { FoundTable } from './found-table.tsx';
import classes from './resident-search.module.css';
import { useSearchAddress } from './search-address.ts';
import { beginWith, changeSearch, nameResidents, useSearch } from './search-state.ts';
import { SearchTools } from './search-tools.tsx';
import { TagInput } from './tag-input.tsx';
import { type Tag, tagsQuery } from './tags.ts';
import { UnitCard } from './unit-card.tsx';

/** The way back to a checked list that was not sent, or has rows with errors still to be mended (IMPORT-08). */
export function LeftList() {
  const translate = useTranslate();
  const list = useListLeft();
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

/** Saves all that was found, on whatever page, as a file that a Russian Excel opens. */
function ExportButton({ tags }: { tags: readonly Tag[] }) {
  const translate = useTranslate();
  const notify = useNotify();

  async function save(signal: AbortSignal) {
    await noteExport(exportPath('residents'), signal);
    const [{ downloadCsv }, buildings] = await Promise.all([
      import('#console/data/export/csv.ts'),
      everyPage(tagsQuery(tags), signal, { headers: EXPORT_HEADERS }),
    ]);
    downloadCsv(translate('residents.results.file'), exportHeader(translate), exportRows(buildings, translate));
    notify('residents.results.exported');
  }

  return (
    <SaveButton
      label={translate('residents.results.export')}
      busyLabel={translate('residents.results.exporting')}
      save={save}
    />
  );
}

/** Results of the tags; without tags all units of the building, if exactly one is chosen. */
function useShownTags(tags: readonly Tag[]): readonly Tag[] {
  const [checked] = useCheckedBuildings();
  const { byId } = useBuildings();
  const [only, another] = checked;
  const building = !tags.length && only !== undefined && another === undefined ? byId.get(only) : undefined;
  const id = building?.id;
  useEffect(() => {
    if (id !== undefined) beginWith(id);
  }, [id]);
  return useMemo(
    () =>
      building
        ? [{ objectType: 'building', searchType: 'object', id: building.id, label: buildingLabel(building) }]
        : tags,
    [building, tags],
  );
}

/** The search of residents and what it finds. */
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
        <LeftList />
        {shownTags.length ? <Results tags={shownTags} /> : <Beginning />}
      </div>
      {shownTags.length ? <Chosen tags={shownTags} /> : null}
    </div>
  );
}

/** The table with its pages, or a message in its place (RES-08…13). */
function Results({ tags }: { tags: readonly Tag[] }) {
  const { page, size, unit } = useSearch();
  const { buildings, count, trouble, isFetching, isOld, refetch } = useFound(tags, page, size);
  const online = useOnline();
  const last = Math.max(1, Math.ceil(count / size));
  const isBeyond = buildings !== null && !isOld && count > 0 && page > last;
  useEffect(() => {
    // The only unit of the last page was emptied, so there is one page less.
    if (isBeyond) changeSearch({ page: last });
  }, [isBeyond, last]);
  useEffect(() => {
    const people = (buildings ?? []).flatMap(({ units }) => units.flatMap(({ residents }) => residents));
    const names = new Map(people.map(({ user, last_name, first_name }) => [user, `${last_name} ${first_name}`]));
    nameResidents((id) => names.get(id));
  }, [buildings]);
  if (!buildings && !online) return <OfflineState line="engine.list.offlinePage" onRetry={() => void refetch()} />;
  if (trouble) return <Troubled trouble={trouble} onRetry={() => void refetch()} />;
  if (!buildings || isBeyond) return <TableSkeleton columns={5} rows={10} />;
  if (count === 0) return isFetching ? <TableSkeleton columns={5} rows={10} /> : <Nothing />;
  return (
    <>
      <LastSeenNote of={['residents', 'found']} isBeginning />
      <UnreadNote path={SEARCH_BY_TAGS_PATH} />
      <FoundTable
        buildings={buildings}
        chosenUnit={unit}
        busy={isOld}
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

/** The card of the chosen unit while it stands on the page. */
function Chosen({ tags }: { tags: readonly Tag[] }) {
  const { page, size, unit } = useSearch();
  const { buildings } = useFound(tags, page, size);
  const building = buildings?.find(({ units }) => units.some(({ id }) => id === unit));
  const chosen = building?.units.find(({ id }) => id === unit);
  if (!building || !chosen) return null;
  return <UnitCard key={chosen.id} building={building} unit={chosen} onClose={() => changeSearch({ unit: null })} />;
}

/** Before anything is looked for. */
function Beginning() {
  const translate = useTranslate();
  return <EmptyState title={translate('residents.results.begin')} />;
}

function Nothing() {
  const translate = useTranslate();
  return (
    <div role="status">
      <EmptyState
        picture="boxes"
        title={translate('residents.results.nothing')}
        line={translate('residents.results.nothingLine')}
      />
    </div>
  );
}

function Troubled({ trouble, onRetry }: { trouble: Trouble; onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <div role="alert">
      {trouble === 'no-building' ? (
        <EmptyState
          picture="lost"
          title={translate('residents.results.noBuilding')}
          line={translate('residents.results.noBuildingLine')}
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
