import { useState } from 'react';

/** In the order in which the table shows them. */
export const PEOPLE_COLUMNS = [
  'personnelNumber',
  'status',
  'plan',
  'contract',
  'contribution',
  'start',
  'nextTicket',
  'dateOfBirth',
  'costCentre',
  'department',
  'location',
  'legalEntity',
  'group',
] as const;
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number];

const FIRST_CHOICE: readonly PeopleColumn[] = ['status', 'plan', 'contribution', 'nextTicket'];
const KEY = 'transit-people-columns';

/** The columns that the reader has chosen. The browser remembers them. */
export function useChosenColumns() {
  const [chosen, setChosen] = useState(readColumns);
  return {
    chosen,
    choose: (columns: readonly PeopleColumn[]) => {
      const inOrder = PEOPLE_COLUMNS.filter((column) => columns.includes(column));
      localStorage.setItem(KEY, inOrder.join(','));
      setChosen(inOrder);
    },
  };
}

function readColumns(): readonly PeopleColumn[] {
  const kept = localStorage.getItem(KEY)?.split(',');
  return kept ? PEOPLE_COLUMNS.filter((column) => kept.includes(column)) : FIRST_CHOICE;
}
