import { type ReactNode, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { useMessages } from '../../language/use-messages.ts';

const FIRST_SHOWN = 5;

/** Shows the first entries of a list, and a button for the older ones. */
export function Newest<Item>({
  items,
  children,
}: {
  items: readonly Item[];
  children: (shown: readonly Item[]) => ReactNode;
}) {
  const { person } = useMessages();
  const [all, setAll] = useState(false);
  const hasOlder = !all && items.length > FIRST_SHOWN;
  return (
    <>
      {children(hasOlder ? items.slice(0, FIRST_SHOWN) : items)}
      {hasOlder && (
        <div className="pager">
          <Button size="small" onClick={() => setAll(true)}>
            {person.olderEntries}
          </Button>
        </div>
      )}
    </>
  );
}
