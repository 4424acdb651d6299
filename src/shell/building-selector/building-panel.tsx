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
import { buildingsTick, matching, toggled } from './building-choice.ts';
import classes from './building-selector.module.css';

interface Choice {
  checked: readonly number[];
  onApply: (ids: number[]) => void;
  onCancel: () => void;
}

/** The open building selector: a popover, on a phone a sheet from below. Its own chunk. */
export default function BuildingPanel({ anchor, ...choice }: Choice & { anchor: HTMLElement }) {
  const label = useTranslate()('shell.selector.label');
  if (useWidth() === 'mobile') {
    return (
      <BottomSheet label={label} onClose={choice.onCancel}>
        <Panel {...choice} />
      </BottomSheet>
    );
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={choice.onCancel}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, 'aria-modal': true, sx: { marginTop: '5px' } } }}
    >
      <Panel {...choice} />
    </Popover>
  );
}

function Panel({ checked, onApply, onCancel }: Choice) {
  const translate = useTranslate();
  const { buildings, complexes } = useBuildings();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(checked));
  const [search, setSearch] = useState('');
  const matches = matching(complexes, search);
  const all = buildingsTick(buildings, ticked);
  const ids = buildings.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
  const counts = { count: ids.length, total: buildings.length };
  return (
    <div className={classes.panel}>
      <div className={classes.search}>
        <Search aria-hidden className={classes.lens} sx={{ fontSize: 18 }} />
        <input
          type="search"
          // biome-ignore lint/a11y/noAutofocus: a dialog takes the focus, and its first control is the search
          autoFocus
          aria-label={translate('shell.selector.search')}
          placeholder={translate('shell.selector.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className={classes.all}>
        <Checkbox
          checked={all === 'all'}
          partly={all === 'some'}
          onChange={() => setTicked(toggled(buildings, ticked))}
        >
          {translate('shell.selector.selectAll')}
        </Checkbox>
        <span className={classes.chosen} role="status">
          {translate(ids.length ? 'shell.selector.chosen' : 'shell.selector.chooseOne', counts)}
        </span>
      </div>
      <div className={classes.list}>
        {matches.map((complex) => {
          const tick = buildingsTick(complex.buildings, ticked);
          const name = complex.name ?? translate('shell.selector.noComplex');
          const tickedCount = complex.buildings.filter(({ id }) => ticked.has(id)).length;
          const total = complex.buildings.length;
          return (
            <fieldset key={complex.id ?? 'none'} aria-label={name}>
              <div className={classes.group}>
                <Checkbox
                  checked={tick === 'all'}
                  partly={tick === 'some'}
                  onChange={() => setTicked(toggled(complex.buildings, ticked))}
                >
                  {name}
                </Checkbox>
                <small>
                  {tick === 'some' ? translate('shell.selector.partOf', { count: tickedCount, total }) : total}
                </small>
              </div>
              {complex.buildings.map((building) => (
                <div className={classes.row} key={building.id}>
                  <Checkbox
                    value={String(building.id)}
                    checked={ticked.has(building.id)}
                    onChange={() => setTicked(toggled([building], ticked))}
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

/** A dialog that rises from the lower edge of a phone. Esc and a tap beside it close it. */
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
