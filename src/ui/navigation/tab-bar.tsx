import Tab, { type TabProps } from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import classes from './tab-bar.module.css';
import line from './tabs.module.css';

/** One tab. */
export interface BarTab<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Description of its content, as a tooltip. */
  tip?: string;
}

const LOOKS = {
  line: { bar: `${line.tabs} ${classes.bar}`, tab: `${line.tab} ${classes.tab}` },
  segments: { bar: `${classes.segments} ${classes.bar}`, tab: `${classes.segment} ${classes.tab}` },
} as const;

/** Id of a tab, for `aria-labelledby` of its panel. */
export const tabId = (panel: string, value: string) => `${panel}-${value}`;

/** `Tabs` passes props to its direct children, so the tooltip must be inside the tab component. */
function TabWithTip({ tip, ...tab }: TabProps & { tip: string }) {
  return (
    <Tooltip describeChild title={tip}>
      <Tab {...tab} />
    </Tooltip>
  );
}

/**
 * Tabs that switch a part of a page. Arrow keys select the next one; for links that look like tabs see `LinkTabs`.
 * @param label accessible name, translated
 * @param panel id of the tab panel
 */
export function TabBar<Value extends string>({
  label,
  tabs,
  current,
  panel,
  look = 'line',
  onChoose,
}: {
  label: string;
  tabs: readonly BarTab<Value>[];
  current: Value;
  panel: string;
  look?: keyof typeof LOOKS;
  onChoose: (value: Value) => void;
}) {
  return (
    <Tabs
      className={LOOKS[look].bar}
      classes={{ list: classes.list ?? '' }}
      aria-label={label}
      value={current}
      onChange={(_event, value: Value) => onChoose(value)}
      selectionFollowsFocus
      variant="scrollable"
      scrollButtons={false}
      slotProps={{ indicator: { hidden: true } }}
    >
      {tabs.map(({ value, label: name, tip }) => {
        const tab = { id: tabId(panel, value), value, label: name, 'aria-controls': panel, className: LOOKS[look].tab };
        return tip ? <TabWithTip key={value} tip={tip} {...tab} /> : <Tab key={value} {...tab} />;
      })}
    </Tabs>
  );
}
