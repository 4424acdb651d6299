import Tab, { type TabProps } from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import classes from './tab-bar.module.css';
import line from './tabs.module.css';

/** One tab of a bar. */
export interface BarTab<Value extends string> {
  value: Value;
  label: ReactNode;
  /** A description of its content, shown on hover. */
  tip?: string;
}

const LOOKS = {
  line: { bar: `${line.tabs} ${classes.bar}`, tab: `${line.tab} ${classes.tab}` },
  segments: { bar: `${classes.segments} ${classes.bar}`, tab: `${classes.segment} ${classes.tab}` },
} as const;

/** Id of a tab, by which its panel is named. */
export const tabId = (panel: string, value: string) => `${panel}-${value}`;

/** The bar hands a tab what it knows of it as properties, so the tooltip stands inside. */
function TabWithTip({ tip, ...tab }: TabProps & { tip: string }) {
  return (
    <Tooltip describeChild title={tip}>
      <Tab {...tab} />
    </Tooltip>
  );
}

/**
 * Tabs that switch a part of a page. Arrow keys choose the next one; links that look like tabs are `LinkTabs`.
 * @param label what is chosen here, translated
 * @param panel id of the element that the tabs switch
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
