import classes from './display.module.css';

/**
 * A building number as an enamel plate.
 * @param solid chosen, active or the subject of a card; else outlined
 * @param aligned 46 px wide, so that street names in a column stand in line
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
  const names = [classes.plate, solid && classes.solid, aligned && classes.aligned, size !== 'sm' && classes[size]];
  return (
    <span data-plate className={names.filter(Boolean).join(' ')}>
      {number}
    </span>
  );
}
