import '#i18n/import-texts.ts';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import { useTranslate } from 'react-admin';
import classes from './check-tabs.module.css';
import { TabBar } from './tab-bar.tsx';

const TABS = ['correct', 'wrong'] as const;
export type Tab = (typeof TABS)[number];

/** The tabs «Корректные» and «С ошибками» with what each means (IMPORT-08, IMPORT-09). */
export function CheckTabs({
  currentTab,
  counts,
  panel,
  tips,
  onChoose,
}: {
  currentTab: Tab;
  counts: Readonly<Record<Tab, number>>;
  /** Id of what the tabs switch. */
  panel: string;
  /** The meaning of each, translated. */
  tips: Readonly<Record<Tab, string>>;
  onChoose: (tab: Tab) => void;
}) {
  const translate = useTranslate();
  const signs = {
    correct: <CheckCircleOutlined aria-hidden />,
    wrong: <ErrorOutlined aria-hidden {...(counts.wrong ? { className: classes.danger ?? '' } : {})} />,
  };
  const tabs = TABS.map((value) => ({
    value,
    tip: tips[value],
    label: (
      <>
        {signs[value]}
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
      panel={panel}
      onChoose={onChoose}
    />
  );
}
