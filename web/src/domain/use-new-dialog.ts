import { useState } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';

const HASH = '#new';

/** Whether the dialog for something new is open. The address `…#new` opens it too: the search leads there. */
export function useNewDialog(): [open: boolean, setOpen: (open: boolean) => void] {
  const byAddress = useLocationProperty(() => window.location.hash === HASH);
  const [open, setOpen] = useState(false);
  const set = (next: boolean) => {
    setOpen(next);
    const { hash, pathname, search } = window.location;
    if (!next && hash === HASH) window.history.replaceState(window.history.state, '', pathname + search);
  };
  return [open || byAddress, set];
}
