import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { announce } from '#console/ui/states/announce.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { useBuilder } from '../state/builder-context.ts';
import { kindLook, PALETTE } from './kind-icons.tsx';
import { addFieldOfKind, kindLabel } from './kind-starts.ts';
import classes from './palette.module.css';

/** Palette of kinds; a click adds a field of the kind to the last section of the form. */
export function Palette({ onAdded }: { onAdded: (name: string) => void }) {
  const translate = useTranslate();
  const { state, dispatch } = useBuilder();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  function add(kind: KindName) {
    const added = addFieldOfKind(state.definition, kind);
    dispatch({ type: 'change', change: () => added.definition });
    announce(translate('sectionBuilder.palette.added', { label: kindLabel(kind) }));
    onAdded(added.name);
  }
  const renderButton = (kind: KindName) => {
    const { Icon } = kindLook(kind);
    return (
      <button
        key={kind}
        type="button"
        className={classes.kind}
        disabled={!state.isJson}
        aria-label={translate('sectionBuilder.palette.add', { kind: kindLabel(kind) })}
        onClick={() => add(kind)}
      >
        <Icon aria-hidden fontSize="small" />
        {kindLabel(kind)}
      </button>
    );
  };
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {translate('sectionBuilder.palette.heading')}
      </h2>
      <div className={classes.kinds}>{PALETTE.filter((kind) => kindLook(kind).isFrequent).map(renderButton)}</div>
      <details className={classes.more} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>{translate('sectionBuilder.palette.more')}</summary>
        {isOpen ? (
          <div className={classes.kinds}>{PALETTE.filter((kind) => !kindLook(kind).isFrequent).map(renderButton)}</div>
        ) : null}
      </details>
    </section>
  );
}
