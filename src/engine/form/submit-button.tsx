import { useFormState } from 'react-hook-form';
import { ActionButton } from '#console/ui/action-button.tsx';

/**
 * The one button of a form; greyed with the reason when the right is missing (PERM-21, G-53).
 * @param unready what it says while something in the form is wrong; it can be pressed all the same, and shows what
 * (NEWS-26, NEWS-27). Where it says the same, the button counts as disabled (READ-27)
 */
export function SubmitButton({
  label,
  unready,
  refusal,
}: {
  label: string;
  unready?: string;
  refusal: { title: string; line: string } | null;
}) {
  const { isSubmitting, isValid } = useFormState();
  const waits = unready !== undefined && !isValid && !isSubmitting;
  return (
    <ActionButton
      variant="primary"
      type="submit"
      busy={isSubmitting}
      dim={waits && unready !== label}
      unready={waits && unready === label}
      refusal={refusal}
    >
      {waits ? unready : label}
    </ActionButton>
  );
}
