import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Tooltip from '@mui/material/Tooltip';
import type { KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import classes from './check-tabs.module.css';

const TABS = ['correct', 'wrong'] as const;
export type Tab = (typeof TABS)[number];

/** The tabs «Корректные» and «С ошибками» with what each means (IMPORT-08, IMPORT-09). */
export function CheckTabs({
  chosen,
  counts,
  panel,
  tips,
  onChoose,
}: {
  chosen: Tab;
  counts: Readonly<Record<Tab, number>>;
  /** Id of what the tabs switch. */
  panel: string;
  /** What each means, translated. */
  tips: Readonly<Record<Tab, string>>;
  onChoose: (tab: Tab) => void;
}) {
  const translate = useTranslate();
  function key(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = chosen === 'correct' ? 'wrong' : 'correct';
    onChoose(other);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab=${other}]`)?.focus();
  }
  return (
    <div
      className={classes.tabs}
      role="tablist"
      aria-label={translate('import.check.tabs')}
      onKeyDown={key}
      tabIndex={-1}
    >
      {TABS.map((tab) => (
        <Tooltip key={tab} describeChild title={tips[tab]}>
          <button
            type="button"
            role="tab"
            className={classes.tab}
            data-tab={tab}
            aria-selected={tab === chosen}
            aria-controls={panel}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onChoose(tab)}
          >
            {tab === 'correct' ? (
              <CheckCircleOutlined aria-hidden />
            ) : (
              <ErrorOutlined aria-hidden {...(counts.wrong ? { className: classes.danger ?? '' } : {})} />
            )}
            {translate(`import.check.${tab}`)} <span className={classes.count}>{counts[tab]}</span>
          </button>
        </Tooltip>
      ))}
    </div>
  );
}
