import classes from './display.module.css';

/**
 * A building number as a house number plate.
 * @param solid filled: selected, active or the subject of a card; else outlined
 * @param aligned 46 px wide, so that street names in a column align
 */
export function Plate({
  number,
  solid = false,
  aligned = false,
  size = 'sm',
}: {
  number: string;
  solid?: boolean;
  aligned?: boolean;
  size?: 'sm' | 'md' | 'lg';
}) {
  const classNames = [
    classes.plate,
    solid && classes.solid,
    aligned && classes.aligned,
    size !== 'sm' && classes[size],
  ];
  return (
    <span data-plate className={classNames.filter(Boolean).join(' ')}>
      {number}
    </span>
  );
}
