interface Named {
  first_name: string;
  last_name: string;
}

/** «Игорь Мельников». */
export function fullName({ first_name, last_name }: Named): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}

/** «Мельников Игорь», as the history names people (TASK-21). */
export function surnameFirst({ first_name, last_name }: Named): string {
  return [last_name, first_name].filter(Boolean).join(' ');
}

/** «И. Мельников». */
export function shortName({ first_name, last_name }: Named): string {
  const letter = first_name.trim().charAt(0);
  return letter && last_name ? `${letter}. ${last_name}` : fullName({ first_name, last_name });
}
