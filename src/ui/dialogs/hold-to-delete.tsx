import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ReasonText } from '../inputs/reason.tsx';
import { type MenuChildProps, RowMenuItem, useCloseMenu, useMenuAnchor } from '../row-menu/row-menu.tsx';
import { announce } from '../states/announce.ts';
import type { ConfirmDetails } from './confirm-dialog.tsx';
import { HOLD_SECONDS, HOLD_STYLE, useHoldPress } from './hold.ts';
import classes from './hold-to-delete.module.css';
import { clearFocusFallback, setFocusFallback } from './row-focus.ts';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

type Props = MenuChildProps & {
  /** The deleted thing, in the accusative: «камеру». */
  what: string;
  /**
   * Deletes; answers what is said instead of «Удалено», if anything. A rejected promise was reported by its call,
   * the menu then stays open.
   */
  onDelete: () => Promise<string | undefined> | Promise<void>;
  refusal?: ReasonText | null;
  /** Further effects of the deletion: it is then always asked for in a dialog that says so, and not held. */
  details?: ConfirmDetails | undefined;
};

/**
 * The «Удалить» of a row menu that must be held for `MS.hold`, by pointer or by Space and Enter (CONST-03). A bare click, as
 * switches and voice control make it, asks in a dialog instead.
 */
export function HoldToDelete({ refusal = null, ...props }: Props) {
  const translate = useTranslate();
  if (!refusal) return <Holdable {...props} />;
  const { what: _, onDelete: __, details: ___, ...menu } = props;
  return (
    <RowMenuItem {...menu} refusal={refusal}>
      {translate('hold.delete')}
    </RowMenuItem>
  );
}

function Holdable({ what: subject, onDelete, details, autoFocus, tabIndex = -1 }: Omit<Props, 'refusal'>) {
  const translate = useTranslate();
  const helpId = useId();
  const close = useCloseMenu();
  const dots = useMenuAnchor();
  const [asking, setAsking] = useState(false);

  async function remove() {
    let message: string | undefined;
    if (dots) setFocusFallback(dots);
    try {
      message = (await onDelete()) ?? undefined;
    } catch {
      // Said by the error toast already; the item goes back to rest so that one can try again.
      if (dots) clearFocusFallback(dots);
      return;
    }
    announce(message ?? translate('hold.deletedSaid'));
    close();
  }
  const { state, handlers } = useHoldPress({
    onHeld: remove,
    onClick: () => setAsking(true),
    isClick: details !== undefined,
  });

  const label = { idle: 'hold.delete', holding: 'hold.holding', busy: 'hold.deleting' }[state];
  return (
    <>
      <li
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an item of a menu list
        role="menuitem"
        ref={(item) => {
          if (autoFocus) item?.focus();
        }}
        tabIndex={tabIndex}
        className={state === 'idle' ? classes.item : `${classes.item} ${classes.pressed}`}
        style={HOLD_STYLE}
        aria-describedby={details ? undefined : helpId}
        aria-haspopup={details ? 'dialog' : undefined}
        aria-busy={state === 'busy' || undefined}
        {...handlers}
      >
        <span className={classes.fill} data-motion="information" />
        {state === 'idle' ? <DeleteOutlined aria-hidden /> : <Ring />}
        <span>{translate(label)}</span>
      </li>
      <li id={helpId} hidden>
        {translate('hold.deleteHelp', { seconds: HOLD_SECONDS })}
      </li>
      {asking ? (
        <Suspense>
          <ConfirmDialog
            question={translate('hold.deleteQuestion', { what: subject })}
            details={details}
            yes={translate('hold.delete')}
            onYes={remove}
            onNo={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function Ring() {
  return (
    <svg className={classes.ring} width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="7" fill="none" stroke="currentColor" strokeOpacity=".22" strokeWidth="2.2" />
      <circle
        data-motion="information"
        cx="9"
        cy="9"
        r="7"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeDasharray="43.98"
        transform="rotate(-90 9 9)"
      />
    </svg>
  );
}
