import '#i18n/shell-dialogs-texts.ts';
import Search from '@mui/icons-material/Search';
import Drawer from '@mui/material/Drawer';
import Popover from '@mui/material/Popover';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Plate } from '#console/ui/display/plate.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { typeset } from '#i18n/typeset.ts';
import { useWidth } from '../width.ts';
import { filterComplexes, tickState, toggleBuildings } from './building-choice.ts';
import classes from './building-selector.module.css';

interface PanelProps {
  checked: readonly number[];
  onApply: (ids: number[]) => void;
  onCancel: () => void;
}

/** The open building selector: a popover, or a bottom sheet on phones. A separate chunk. */
export default function BuildingPanel({ anchor, ...panelProps }: PanelProps & { anchor: HTMLElement }) {
  const label = useTranslate()('shell.selector.label');
  if (useWidth() === 'mobile') {
    return (
      <BottomSheet label={label} onClose={panelProps.onCancel}>
        <Panel {...panelProps} />
      </BottomSheet>
    );
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={panelProps.onCancel}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, 'aria-modal': true, sx: { marginTop: '5px' } } }}
    >
      <Panel {...panelProps} />
    </Popover>
  );
}

function Panel({ checked: checkedIds, onApply, onCancel }: PanelProps) {
  const translate = useTranslate();
  const { buildings, complexes } = useBuildings();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(checkedIds));
  const [search, setSearch] = useState('');
  const matches = filterComplexes(complexes, search);
  const allTick = tickState(buildings, ticked);
  const ids = buildings.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
  const counts = { count: ids.length, total: buildings.length };
  return (
    <div className={classes.panel}>
      <div className={classes.search}>
        <Search aria-hidden className={classes.lens} sx={{ fontSize: 18 }} />
        <input
          type="search"
          // biome-ignore lint/a11y/noAutofocus: a dialog focuses its first control, here the search
          autoFocus
          aria-label={translate('shell.selector.search')}
          placeholder={translate('shell.selector.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className={classes.all}>
        <Checkbox
          checked={allTick === 'all'}
          partly={allTick === 'some'}
          onChange={() => setTicked(toggleBuildings(buildings, ticked))}
        >
          {translate('shell.selector.selectAll')}
        </Checkbox>
        <span className={classes.chosen} role="status">
          {translate(ids.length ? 'shell.selector.chosen' : 'shell.selector.chooseOne', counts)}
        </span>
      </div>
      <div className={classes.list}>
        {matches.map((complex) => {
          const complexTick = tickState(complex.buildings, ticked);
          const name = complex.name ?? translate('shell.selector.noComplex');
          const tickedCount = complex.buildings.filter(({ id }) => ticked.has(id)).length;
          const total = complex.buildings.length;
          return (
            <fieldset key={complex.id ?? 'none'} aria-label={name}>
              <div className={classes.group}>
                <Checkbox
                  checked={complexTick === 'all'}
                  partly={complexTick === 'some'}
                  onChange={() => setTicked(toggleBuildings(complex.buildings, ticked))}
                >
                  {name}
                </Checkbox>
                <small>
                  {complexTick === 'some' ? translate('shell.selector.partOf', { count: tickedCount, total }) : total}
                </small>
              </div>
              {complex.buildings.map((building) => (
                <div className={classes.row} key={building.id}>
                  <Checkbox
                    value={String(building.id)}
                    checked={ticked.has(building.id)}
                    onChange={() => setTicked(toggleBuildings([building], ticked))}
                  >
                    <span className={classes.address}>
                      <span className="sr-only">{buildingLabel(building)}</span>
                      <span aria-hidden className={classes.address}>
                        <Plate number={building.number} solid={ticked.has(building.id)} aligned />
                        <span className={classes.street}>{typeset(building.street)}</span>
                      </span>
                    </span>
                  </Checkbox>
                </div>
              ))}
            </fieldset>
          );
        })}
        {matches.length === 0 ? (
          <p className={classes.nothing}>
            {translate(buildings.length ? 'shell.selector.noMatch' : 'shell.selector.noItems')}
          </p>
        ) : null}
      </div>
      <div className={classes.foot}>
        <ActionButton grow onClick={onCancel}>
          {translate('shell.selector.cancel')}
        </ActionButton>
        <ActionButton variant="primary" grow unready={ids.length === 0} onClick={() => ids.length && onApply(ids)}>
          {translate('shell.selector.apply')}
        </ActionButton>
      </div>
    </div>
  );
}

/** A dialog at the lower edge of a phone; Esc or a tap outside closes it. */
export function BottomSheet({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': label,
          'aria-modal': true,
          sx: { maxHeight: '78vh', borderRadius: '18px 18px 0 0', backgroundColor: 'var(--raised)' },
        },
      }}
    >
      {children}
    </Drawer>
  );
}
