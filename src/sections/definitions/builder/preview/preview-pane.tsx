import { memo, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { type RaRecord, useDataProvider, useTranslate } from 'react-admin';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import { companyToday } from '#console/data/company-clock.ts';
import type { Preview as PreviewSettings } from '#console/data/preview.ts';
import { useLevels } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { Forbidden } from '#console/shell/forbidden.tsx';
import { TabBar } from '#console/ui/navigation/tab-bar.tsx';
import { valueLabel } from '#i18n/definition-option-texts.ts';
import { can, type Level } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { getReaderLevel } from '#resources/language/field-levels.ts';
import { getViewForLevel } from '#resources/language/field-rights.ts';
import { sectionTitle } from '#resources/language/words.ts';
import { ChoiceSelect } from '../fields/choice-select.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { makeSampleRecords } from './local-records.ts';
import { PhoneFrame } from './phone-frame.tsx';
import classes from './preview.module.css';
import { type PreviewPage, PreviewScreen } from './preview-screen.tsx';

const TABS = ['list', 'form', 'card', 'phone', 'rights'] as const;
type Tab = (typeof TABS)[number];
const PHONE_PAGES = ['list', 'form', 'card'] as const satisfies readonly PreviewPage[];
const LEVELS = ['write', 'read', 'denied'] as const satisfies readonly Level[];
/** Maximum number of real records in the preview. */
const REAL_RECORDS_MAX = 25;

/** Server features that the preview has no data for. */
const DISABLED_FEATURES = {
  boardOrder: false,
  views: false,
  bulk: false,
  totals: false,
  groups: false,
  calendar: false,
  exports: false,
} as const;

/** The newest records of the active section; null if `resource` is null or while they load. */
function useRealRecords(resource: Resource | null): readonly RaRecord[] | null {
  const provider = useDataProvider();
  const [records, setRecords] = useState<readonly RaRecord[] | null>(null);
  const name = resource?.name;
  useEffect(() => {
    if (name === undefined) return undefined;
    let isCancelled = false;
    const params = {
      pagination: { page: 1, perPage: REAL_RECORDS_MAX },
      sort: { field: 'id', order: 'DESC' as const },
      filter: {},
    };
    provider.getList<RaRecord>(name, params).then(
      ({ data: list }) => isCancelled || setRecords(list),
      // The data provider has already shown an alert.
      () => isCancelled || setRecords([]),
    );
    return () => {
      isCancelled = true;
    };
  }, [provider, name]);
  return name === undefined ? null : records;
}

/**
 * Preview of the section: list, form, card, on a phone, and with fewer rights.
 * @param activeResource the section as currently active, whose records can be shown; null if there is none
 */
export default memo(function PreviewPane({ activeResource }: { activeResource: Resource | null }) {
  const translate = useTranslate();
  const panel = useId();
  const [tab, setTab] = useState<Tab>('list');
  const [showsRealRecords, setShowsRealRecords] = useState(false);
  const realRecords = useRealRecords(showsRealRecords ? activeResource : null);
  return (
    <section className={classes.pane} aria-label={translate('sectionBuilder.preview.label')}>
      <div className={classes.tools}>
        <TabBar
          label={translate('sectionBuilder.preview.label')}
          panel={panel}
          current={tab}
          tabs={TABS.map((value) => ({ value, label: translate(`sectionBuilder.preview.${value}`) }))}
          onChoose={setTab}
        />
        {activeResource ? (
          <div className={classes.records}>
            <ChoiceSelect
              id={`${panel}-records`}
              label={translate('sectionBuilder.preview.records')}
              value={showsRealRecords ? 'real' : 'samples'}
              options={['samples', 'real'].map((value) => ({
                value,
                label: translate(`sectionBuilder.preview.${value}`),
              }))}
              onChange={(value) => setShowsRealRecords(value === 'real')}
            />
          </div>
        ) : null}
      </div>
      <Preview panel={panel} tab={tab} realRecords={realRecords} />
    </section>
  );
});

/**
 * Content below the tabs; a separate component, so that typing rerenders it and not the tabs.
 * @param panel id of the panel that the tabs control
 */
function Preview({ panel, tab, realRecords }: { panel: string; tab: Tab; realRecords: readonly RaRecord[] | null }) {
  const translate = useTranslate();
  const { resource: latestResource, problems } = useBuilder();
  // Deferred, so that typing stays responsive.
  const resource = useDeferredValue(latestResource);
  const { buildings } = useBuildings();
  const samples = useMemo(() => {
    const ids = buildings.slice(0, 5).map(({ id }) => id);
    return resource ? makeSampleRecords(resource, companyToday().date, ids) : [];
  }, [resource, buildings]);
  return (
    <>
      {problems.length && resource ? (
        <p className={`${classes.note} ${classes.stale}`}>{translate('sectionBuilder.preview.stale')}</p>
      ) : (
        <p className={classes.note}>{translate('sectionBuilder.preview.note')}</p>
      )}
      <div id={panel} role="tabpanel" aria-label={translate(`sectionBuilder.preview.${tab}`)} className={classes.pane}>
        {resource ? (
          <TabContents tab={tab} resource={resource} records={realRecords ?? samples} />
        ) : (
          <p className={classes.empty}>{translate('sectionBuilder.preview.nothing')}</p>
        )}
      </div>
    </>
  );
}

interface PreviewProps {
  resource: Resource;
  records: readonly RaRecord[];
}

/** Memoised: rerenders only with another deferred resource, not with every keystroke. */
const TabContents = memo(function TabContents({ tab, ...props }: PreviewProps & { tab: Tab }) {
  const translate = useTranslate();
  const { resource } = props;
  if (tab === 'phone') return <PhonePreview {...props} />;
  if (tab === 'rights') return <RightsPreview {...props} />;
  if (tab === 'form' && !(resource.form && resource.routes.create))
    return <p className={classes.empty}>{translate('sectionBuilder.preview.noForm')}</p>;
  if (tab === 'card' && !resource.card)
    return <p className={classes.empty}>{translate('sectionBuilder.preview.noCard')}</p>;
  return (
    <div className={tab === 'card' ? `${classes.stage} ${classes.card}` : classes.stage}>
      <Screen {...props} page={tab} />
    </div>
  );
});

/** A previewed page with the given level of rights. */
function Screen({
  resource,
  records,
  page,
  level = 'write',
  isPhone = false,
}: PreviewProps & {
  page: PreviewPage;
  level?: Level;
  isPhone?: boolean;
}) {
  const translate = useTranslate();
  const levels = useLevels();
  const features = useFeatures();
  const preview = useMemo(
    (): PreviewSettings => ({
      levels: { ...levels, [resource.section]: level },
      features: { ...features, moves: true, comments: true, ...DISABLED_FEATURES },
      isPhone,
    }),
    [levels, features, resource.section, level, isPhone],
  );
  return (
    <PreviewScreen
      resource={resource}
      records={records}
      page={page}
      preview={preview}
      renderFailure={(reason) => (
        <p className={classes.empty}>{translate('sectionBuilder.preview.broken', { reason })}</p>
      )}
    />
  );
}

function PhonePreview(props: PreviewProps) {
  const translate = useTranslate();
  const id = useId();
  const [page, setPage] = useState<PreviewPage>('list');
  return (
    <>
      <div className={classes.rights}>
        <ChoiceSelect
          id={id}
          label={translate('sectionBuilder.preview.phonePages')}
          value={page}
          options={PHONE_PAGES.map((value) => ({ value, label: translate(`sectionBuilder.preview.${value}`) }))}
          onChange={(value) => setPage(value as PreviewPage)}
        />
      </div>
      <PhoneFrame title={translate('sectionBuilder.preview.phoneFrame')}>
        <Screen {...props} page={page} isPhone />
      </PhoneFrame>
    </>
  );
}

function RightsPreview(props: PreviewProps) {
  const translate = useTranslate();
  const id = useId();
  const [level, setLevel] = useState<Level>('read');
  const { section, building, words } = props.resource;
  const levels = { [section]: level };
  const canSee = can(levels, section, 'see');
  const view = getViewForLevel(props.resource, getReaderLevel({ levels, isAdministrator: false }, section));
  const rights = [...(canSee ? ['see'] : []), ...(can(levels, section, 'change') ? ['change', 'delete'] : [])];
  return (
    <>
      <div className={classes.rights}>
        <div className={classes.levels}>
          <label htmlFor={id}>{translate('sectionBuilder.preview.level')}</label>
          <div>
            <ChoiceSelect
              id={id}
              value={level}
              options={LEVELS.map((value) => ({ value, label: valueLabel(value) }))}
              onChange={(value) => setLevel(value as Level)}
            />
          </div>
        </div>
        <p>{translate('sectionBuilder.preview.rightsLine')}</p>
        {rights.length ? (
          <ul aria-label={translate('sectionBuilder.preview.can')}>
            {rights.map((right) => (
              <li key={right}>{translate(`sectionBuilder.preview.${right}`)}</li>
            ))}
          </ul>
        ) : null}
        {canSee ? (
          <p>{translate(`sectionBuilder.preview.${building === undefined ? 'noBuildings' : 'buildings'}`)}</p>
        ) : null}
      </div>
      <div className={classes.stage}>
        {canSee ? (
          <Screen {...props} resource={view} page="list" level={level} />
        ) : (
          <Forbidden section={sectionTitle(words)} />
        )}
      </div>
    </>
  );
}
