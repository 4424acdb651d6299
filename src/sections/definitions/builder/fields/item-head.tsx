import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import classes from './inputs.module.css';

/** The head of one item of a list: what it is, and the buttons that move it and take it out. */
export function ItemHead({
  heading,
  name,
  at,
  count,
  onSwap,
  onRemove,
}: {
  heading: string;
  /** Said with its number on the buttons. */
  name: string;
  /** Its place among so many, from 0. */
  at: number;
  count: number;
  /** Changes places with the item at another place. */
  onSwap: (other: number) => void;
  onRemove: () => void;
}) {
  const translate = useTranslate();
  const words = { name, number: at + 1 };
  return (
    <div className={classes.itemHead}>
      <b>{heading}</b>
      {at > 0 ? (
        <IconButton label={translate('sectionBuilder.input.up', words)} onClick={() => onSwap(at - 1)}>
          <ArrowUpward fontSize="small" />
        </IconButton>
      ) : null}
      {at < count - 1 ? (
        <IconButton label={translate('sectionBuilder.input.down', words)} onClick={() => onSwap(at + 1)}>
          <ArrowDownward fontSize="small" />
        </IconButton>
      ) : null}
      <IconButton label={translate('sectionBuilder.input.removeItem', words)} onClick={onRemove}>
        <DeleteOutlined fontSize="small" />
      </IconButton>
    </div>
  );
}

/** A list of which two items have changed places. */
export const swapped = <Item,>(items: readonly Item[], at: number, other: number): Item[] =>
  items.map((one, place) => (place === at ? items[other] : place === other ? items[at] : one) ?? one);
