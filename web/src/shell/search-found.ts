import type { Messages } from '../../../texts/en/portal/catalogue.ts';
import type { Answer } from '../api/client.ts';
import type { IconName } from '../design/icon.tsx';
import type { LanguageContextValue } from '../language/context.ts';
import type { Right } from '../session/context.ts';
import { fits } from './fits.ts';
import type { MenuEntry } from './navigation.tsx';
import { ACTIONS } from './search-actions.ts';
import type { SearchText } from './use-search-text.ts';

export interface Item {
  key: string;
  icon: IconName;
  label: string;
  /** A quiet second line. */
  more?: string;
  /** The page of the portal, or an address outside it. */
  to: string;
}

export interface Group {
  value: string;
  items: Item[];
}

type Found = Answer<'GET /search'>;

/** The groups of what the service found. */
export function foundThere(found: Found, typed: string, text: SearchText, messages: Messages): Group[] {
  const { vocabulary } = messages;
  const people: Item[] = found.people.items.map(({ id, firstName, lastName, email, status }) => ({
    key: `person ${id}`,
    icon: 'person',
    label: `${firstName} ${lastName}`,
    more: `${email} · ${vocabulary.subscription[status]}`,
    to: `/employees/${id}`,
  }));
  if (found.people.total > people.length)
    people.push({
      key: 'all people',
      icon: 'people',
      label: text.allPeople(found.people.total),
      to: `/employees?search=${encodeURIComponent(typed)}`,
    });
  return [
    { value: text.groups.people, items: people },
    {
      value: text.groups.documents,
      items: found.documents.map(({ id, employeeId, name, firstName, lastName }) => ({
        key: `document ${id}`,
        icon: 'document',
        label: name,
        more: `${firstName} ${lastName}`,
        to: `/employees/${employeeId}`,
      })),
    },
    {
      value: text.groups.syncs,
      items: found.syncs.map(({ id, integrationId, integrationName, syncId, status }) => ({
        key: `sync ${id}`,
        icon: 'swap',
        label: syncId,
        more: `${integrationName} · ${vocabulary.run[status]}`,
        to: `/integrations/${integrationId}/syncs/${id}`,
      })),
    },
    {
      value: text.groups.integrations,
      items: found.integrations.map(({ id, name }) => ({
        key: `integration ${id}`,
        icon: 'plug',
        label: name,
        to: `/integrations/${id}`,
      })),
    },
  ];
}

/** The groups of pages, actions and guides, which the portal knows itself. */
export function foundHere(
  typed: string,
  menu: readonly MenuEntry[],
  rights: readonly Right[],
  guides: string,
  text: SearchText,
  { messages, language }: Pick<LanguageContextValue, 'messages' | 'language'>,
): Group[] {
  const pages: Item[] = menu
    .map((entry) => ({ ...entry, label: entry.label(messages, language) }))
    .filter(({ to, label }) => fits(typed, `${label} ${text.words[to] ?? ''}`))
    .map(({ to, icon, label }) => ({ key: `page ${to}`, icon, label, to }));
  const actions: Item[] = ACTIONS.filter(({ needs }) => needs === null || rights.includes(needs))
    .map(({ to, icon, label }) => ({ key: `action ${to}`, icon, label: label(messages, text), to }))
    .filter(({ label }) => fits(typed, label));
  return [
    { value: text.groups.pages, items: pages },
    { value: text.groups.actions, items: actions },
    {
      value: text.groups.guides,
      items: [
        { key: 'guide month', icon: 'info' as const, label: text.guides.month, to: `${guides}month-of-hr` },
        { key: 'guides', icon: 'info' as const, label: text.guides.all, to: '/guides' },
      ].filter(({ label }) => fits(typed, label)),
    },
  ];
}
