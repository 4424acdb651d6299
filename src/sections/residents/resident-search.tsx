import TableChartOutlined from '@mui/icons-material/TableChartOutlined';
import { useEffect } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { noteExport } from '#console/data/exports.ts';
import { useListLeft } from '#console/data/list-left.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { EmptyState } from '#console/ui/empty-state.tsx';
import { Pager } from '#console/ui/pager.tsx';
import { SaveButton } from '#console/ui/save-button.tsx';
import { Delayed, Skeleton } from '#console/ui/skeleton.tsx';
import { PAGE } from '#resources/limits.ts';
import { exportPath } from '#resources/protocol/exports.ts';
import { everyPage, type Trouble, useFound } from './calls.ts';
import { exportHeader, exportRows } from './export.ts';
import { FoundTable } from './found-table.tsx';
import classes from './resident-search.module.css';
import { changeSearch, useSearch } from './search-state.ts';
import { TagInput } from './tag-input.tsx';
import { type Tag, tagsQuery } from './tags.ts';
import { UnitCard } from './unit-card.tsx';

/** The way back to a checked list that was not sent, or whose rows with errors are still to be mended (IMPORT-08). */
export function LeftList() {
  const translate = useTranslate();
  const left = useListLeft();
  if (!left) return null;
  const { name, correct, wrong, forget } = left;
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
      import('#console/data/csv.ts'),
      everyPage(tagsQuery(tags), signal),
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

/** The search of residents and what it finds (B§2.3). */
export default function ResidentSearch() {
  const { tags } = useSearch();
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <div className={classes.search}>
          <TagInput tags={tags} onTags={(next) => changeSearch({ tags: next })} />
        </div>
        <LeftList />
        {tags.length ? <Results tags={tags} /> : <Beginning />}
      </div>
      {tags.length ? <Chosen tags={tags} /> : null}
    </div>
  );
}

/** The table with its pages, or what stands in its place (RES-08…13). */
function Results({ tags }: { tags: readonly Tag[] }) {
  const { page, size, unit } = useSearch();
  const { buildings, count, trouble, isFetching, isOld, refetch } = useFound(tags, page, size);
  const last = Math.max(1, Math.ceil(count / size));
  const isBeyond = buildings !== null && !isOld && count > 0 && page > last;
  useEffect(() => {
    // The only unit of the last page was emptied: what is left ends a page earlier.
    if (isBeyond) changeSearch({ page: last });
  }, [isBeyond, last]);
  if (trouble) return <Troubled trouble={trouble} onRetry={() => void refetch()} />;
  if (!buildings || isBeyond) return <Loading />;
  if (count === 0) return isFetching ? <Loading /> : <Nothing />;
  return (
    <>
      <FoundTable
        buildings={buildings}
        chosen={unit}
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

const ROWS = ['62%', '48%', '74%', '56%', '66%', '52%', '70%', '58%'];

function Loading() {
  return (
    <Delayed>
      <div className={classes.loading}>
        {ROWS.map((width) => (
          <Skeleton key={width} width={width} height={14} />
        ))}
      </div>
    </Delayed>
  );
}
