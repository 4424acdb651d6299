import '#i18n/import-texts.ts';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import { useTranslate } from 'react-admin';
import classes from './check-tabs.module.css';
import { TabBar } from './tab-bar.tsx';

const TABS = ['correct', 'wrong'] as const;
export type Tab = (typeof TABS)[number];

/** Tabs «Корректные» and «С ошибками» of an import, with tooltips (IMPORT-08, IMPORT-09). */
export function ImportCheckTabs({
  currentTab,
  counts,
  panelId,
  tooltips,
  onChoose,
}: {
  currentTab: Tab;
  counts: Readonly<Record<Tab, number>>;
  /** Id of the tab panel (aria-controls). */
  panelId: string;
  /** Translated tooltips. */
  tooltips: Readonly<Record<Tab, string>>;
  onChoose: (tab: Tab) => void;
}) {
  const translate = useTranslate();
  const icons = {
    correct: <CheckCircleOutlined aria-hidden />,
    wrong: <ErrorOutlined aria-hidden {...(counts.wrong ? { className: classes.danger ?? '' } : {})} />,
  };
  const tabs = TABS.map((value) => ({
    value,
    tip: tooltips[value],
    label: (
      <>
        {icons[value]}
        {translate(`import.check.${value}`)} <span className={classes.count}>{counts[value]}</span>
      </>
    ),
  }));
  return (
    <TabBar
      look="segments"
      label={translate('import.check.tabs')}
      tabs={tabs}
      current={currentTab}
      panel={panelId}
      onChoose={onChoose}
    />
  );
}
