/** Always initials. The address of a profile image can point anywhere, so the portal never loads it. */
export function Avatar({
  person,
  large = false,
}: {
  person: { firstName: string; lastName: string };
  large?: boolean;
}) {
  return (
    <span className={large ? 'avatar avatar-large' : 'avatar'} aria-hidden="true">
      {[...person.firstName][0]}
      {[...person.lastName][0]}
    </span>
  );
}
