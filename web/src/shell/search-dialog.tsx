import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { routeQuery } from '../api/route-query.ts';
import { Icon } from '../design/icon.tsx';
import { useLanguage } from '../language/use-language.ts';
import { useMessages } from '../language/use-messages.ts';
import { useMay, useSession } from '../session/context.ts';
import type { MenuEntry } from './navigation.tsx';
import { foundHere, foundThere, type Group, type Item } from './search-found.ts';
import { useSearchText } from './use-search-text.ts';
import './search.css';

const PAUSE_MS = 200;

/** The search over everything: people, numbers, documents, syncs, pages, actions. */
export default function SearchDialog({ menu, onClose }: { menu: readonly MenuEntry[]; onClose: () => void }) {
  const text = useSearchText();
  const { common } = useMessages();
  const [typed, setTyped] = useState('');
  const [, go] = useLocation();
  const findsPeople = useMay('see-people');
  const { groups, state } = useFound(typed, menu);
  const open = ({ to }: Item) => {
    onClose();
    if (to.startsWith('/guides')) window.location.assign(to);
    else go(to);
  };
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="search-all" aria-label={text.title}>
          <Autocomplete.Root
            inline
            open
            mode="none"
            autoHighlight="always"
            keepHighlight
            items={groups}
            itemToStringValue={(item: Item) => item.label}
            value={typed}
            onValueChange={(value, { reason }) => {
              // Choosing an item would write its label into the field.
              if (reason !== 'item-press') setTyped(value);
            }}
          >
            <div className="search-all-head">
              <Icon name="search" />
              <Autocomplete.Input
                className="search-all-input"
                aria-label={text.title}
                placeholder={text.placeholder}
                maxLength={320}
              />
              {state === 'searching' && <span className="spinner" role="img" aria-label={text.searching} />}
              <Dialog.Close
                className="button button-quiet button-small button-icon"
                aria-label={common.close}
              >
                <Icon name="close" />
              </Dialog.Close>
            </div>
            <div className="search-all-body">
              {state === 'failed' && <p className="search-all-note">{text.failed}</p>}
              <Autocomplete.Empty>
                {state === 'found' && <p className="search-all-note">{text.nothing}</p>}
              </Autocomplete.Empty>
              <Autocomplete.List>
                {(group: Group) => (
                  <Autocomplete.Group key={group.value} items={group.items}>
                    <Autocomplete.GroupLabel className="search-all-group">
                      {group.value}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: Item) => (
                        <Autocomplete.Item
                          key={item.key}
                          value={item}
                          className="search-all-item"
                          onClick={() => open(item)}
                        >
                          <Icon name={item.icon} />
                          <span className="search-all-text">
                            <span className="truncate">{item.label}</span>
                            {item.more && <span className="truncate small quiet">{item.more}</span>}
                          </span>
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </div>
            {typed === '' && <p className="search-all-hint">{findsPeople ? text.hint : text.hintPages}</p>}
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What was found, after a short pause in typing. Without anything typed: the pages and actions. */
function useFound(typed: string, menu: readonly MenuEntry[]) {
  const text = useSearchText();
  const { messages, language } = useLanguage();
  const { rights } = useSession();
  const asked = useAfterPause(typed.trim());
  const query = useQuery({
    ...routeQuery('GET /search', { query: { text: asked } }),
    enabled: asked !== '' && rights.includes('see-people'),
  });
  const guides = language === 'en' ? '/guides/' : `/guides/${language}/`;
  const isAsked = typed.trim() !== '' && rights.includes('see-people');
  const isCurrent = asked === typed.trim() && !query.isPlaceholderData;
  const groups = [
    ...(isAsked && query.data ? foundThere(query.data, asked, text, messages) : []),
    ...foundHere(typed, menu, rights, guides, text, { messages, language }),
  ].filter(({ items }) => items.length > 0);
  const state: 'searching' | 'failed' | 'found' =
    isAsked && query.isError ? 'failed' : isAsked && (!isCurrent || query.isPending) ? 'searching' : 'found';
  return { groups, state };
}

function useAfterPause(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
