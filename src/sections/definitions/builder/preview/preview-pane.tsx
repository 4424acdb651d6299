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
import { heldLevel } from '#resources/language/field-levels.ts';
import { viewFor } from '#resources/language/field-rights.ts';
import { sectionTitle } from '#resources/language/words.ts';
import { ChoiceSelect } from '../fields/choice-select.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { sampleRecords } from './local-records.ts';
import { PhoneFrame } from './phone-frame.tsx';
import classes from './preview.module.css';
import { type PreviewPage, PreviewScreen } from './preview-screen.tsx';

const TABS = ['list', 'form', 'card', 'phone', 'rights'] as const;
type Tab = (typeof TABS)[number];
const PHONE_PAGES = ['list', 'form', 'card'] as const satisfies readonly PreviewPage[];
const LEVELS = ['write', 'read', 'denied'] as const satisfies readonly Level[];
/** Real records that are looked at. */
const REAL = 25;

/** Services of the server besides records: a preview has none of them. */
const OFF = {
  boardOrder: false,
  views: false,
  bulk: false,
  totals: false,
  groups: false,
  calendar: false,
  exports: false,
} as const;

/** The records of the section as it is in force; none while they are not asked for. */
function useRealRecords(resource: Resource | null): readonly RaRecord[] | null {
  const provider = useDataProvider();
  const [records, setRecords] = useState<readonly RaRecord[] | null>(null);
  const name = resource?.name;
  useEffect(() => {
    if (name === undefined) return undefined;
    let isOver = false;
    const params = {
      pagination: { page: 1, perPage: REAL },
      sort: { field: 'id', order: 'DESC' as const },
      filter: {},
    };
    provider.getList<RaRecord>(name, params).then(
      ({ data: list }) => isOver || setRecords(list),
      // The alert has told of it.
      () => isOver || setRecords([]),
    );
    return () => {
      isOver = true;
    };
  }, [provider, name]);
  return name === undefined ? null : records;
}

/** How the section looks: its list, its form, its card, on a phone, and to people with fewer rights. @param inForce the section as it is in force now */
export default memo(function PreviewPane({ inForce }: { inForce: Resource | null }) {
  const translate = useTranslate();
  const panel = useId();
  const [tab, setTab] = useState<Tab>('list');
  const [isReal, setIsReal] = useState(false);
  const realRecords = useRealRecords(isReal ? inForce : null);
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
        {inForce ? (
          <div className={classes.records}>
            <ChoiceSelect
              id={`${panel}-records`}
              label={translate('sectionBuilder.preview.records')}
              value={isReal ? 'real' : 'samples'}
              options={['samples', 'real'].map((value) => ({
                value,
                label: translate(`sectionBuilder.preview.${value}`),
              }))}
              onChange={(value) => setIsReal(value === 'real')}
            />
          </div>
        ) : null}
      </div>
      <Preview panel={panel} tab={tab} realRecords={realRecords} />
    </section>
  );
});

/** The content that changes with every letter, below the tabs, which stay as they are. @param panel id of the panel that the tabs name */
function Preview({ panel, tab, realRecords }: { panel: string; tab: Tab; realRecords: readonly RaRecord[] | null }) {
  const translate = useTranslate();
  const { resource: latest, problems } = useBuilder();
  // Typing goes before drawing.
  const resource = useDeferredValue(latest);
  const { buildings } = useBuildings();
  const samples = useMemo(() => {
    const ids = buildings.slice(0, 5).map(({ id }) => id);
    return resource ? sampleRecords(resource, companyToday().date, ids) : [];
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

interface Shown {
  resource: Resource;
  records: readonly RaRecord[];
}

/** Drawn anew with another section alone, not with each letter before that. */
const TabContents = memo(function TabContents({ tab, ...props }: Shown & { tab: Tab }) {
  const translate = useTranslate();
  const { resource } = props;
  if (tab === 'phone') return <OnPhone {...props} />;
  if (tab === 'rights') return <WithRights {...props} />;
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

/** A page with the level of rights it is looked at with. */
function Screen({
  resource,
  records,
  page,
  level = 'write',
  isPhone = false,
}: Shown & {
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
      features: { ...features, moves: true, comments: true, ...OFF },
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

function OnPhone(props: Shown) {
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

function WithRights(props: Shown) {
  const translate = useTranslate();
  const id = useId();
  const [level, setLevel] = useState<Level>('read');
  const { section, building, words } = props.resource;
  const levels = { [section]: level };
  const canSee = can(levels, section, 'see');
  const view = viewFor(props.resource, heldLevel({ levels, isAdministrator: false }, section));
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
