/** Initials, always: a picture's address may point anywhere, and is never fetched. */
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
