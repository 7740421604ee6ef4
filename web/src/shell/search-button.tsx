import { Suspense, useEffect, useState } from 'react';
import { Icon } from '../design/icon.tsx';
import { useMessages } from '../language/use-messages.ts';
import { lazyPage } from './lazy-page.ts';
import type { MenuEntry } from './navigation.tsx';

const SearchDialog = lazyPage(() => import('./search-dialog.tsx'));

/** Opens the search. Ctrl+K (on a Mac also ⌘K) does the same on every page. */
export function SearchButton({
  menu,
  hasShortcut = false,
}: {
  menu: readonly MenuEntry[];
  hasShortcut?: boolean;
}) {
  const { shell } = useMessages();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!hasShortcut) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [hasShortcut]);
  return (
    <>
      <button type="button" className="search-button" onClick={() => setOpen(true)}>
        <Icon name="search" />
        <span>{shell.search}</span>
        {hasShortcut && <kbd>{isMac() ? '⌘K' : shell.searchKey}</kbd>}
      </button>
      {open && (
        <Suspense>
          <SearchDialog menu={menu} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const isMac = () => navigator.userAgent.includes('Mac OS');
