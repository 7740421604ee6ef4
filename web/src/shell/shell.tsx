import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '../design/button.tsx';
import { useMessages } from '../language/use-messages.ts';
import { useSession } from '../session/context.ts';
import { Account } from './account.tsx';
import { type MenuEntry, Navigation } from './navigation.tsx';
import { LanguageSwitch, ThemeSwitch } from './preferences.tsx';
import { SearchButton } from './search-button.tsx';
import { StagingBand } from './staging-band.tsx';

export function Shell({ menu, children }: { menu: readonly MenuEntry[]; children: ReactNode }) {
  const m = useMessages();
  const { environment } = useSession();
  const content = useFocusOnNewPage();
  return (
    <>
      <a href="#content" className="skip">
        {m.common.skip}
      </a>
      {environment === 'staging' && <StagingBand />}
      <div className="shell">
        <aside className="shell-side" aria-label={m.shell.portal}>
          <Brand />
          <SearchButton menu={menu} hasShortcut />
          <Navigation menu={menu} />
          <div className="row">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
          <Account />
        </aside>
        <div className="shell-main">
          <header className="shell-top">
            <Brand />
            <div className="row">
              <SearchButton menu={menu} />
              <Drawer menu={menu} />
            </div>
          </header>
          <main className="shell-content" id="content" ref={content} tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </>
  );
}

function Brand() {
  const { company } = useSession();
  const m = useMessages();
  return (
    <Link href="/" className="brand">
      <img src="/portal/favicon.svg" alt="" />
      <span className="account-text">
        <span className="brand-name">{company.name}</span>
        <span className="brand-company">{m.shell.portal}</span>
      </span>
    </Link>
  );
}

/** The menu on a phone. */
function Drawer({ menu }: { menu: readonly MenuEntry[] }) {
  const m = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="menu" kind="quiet" aria-label={m.shell.openMenu} onClick={() => setOpen(true)} />
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="drawer" aria-label={m.shell.navigation}>
            <div className="row-between">
              <LanguageSwitch />
              <ThemeSwitch />
            </div>
            <Navigation menu={menu} onGo={() => setOpen(false)} />
            <Account />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
}

/** Moves the focus to the new page, as a full page load does. Otherwise it would stay on the link that was followed. */
function useFocusOnNewPage() {
  const content = useRef<HTMLElement>(null);
  const [location] = useLocation();
  const last = useRef(location);
  useEffect(() => {
    if (last.current === location) return;
    last.current = location;
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [location]);
  return content;
}
