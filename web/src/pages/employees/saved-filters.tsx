import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { FilterSelect } from '../../design/filter-select.tsx';
import { Modal } from '../../design/modal.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';

interface Saved {
  name: string;
  /** The query of the page's address, without the page. */
  query: string;
}

/** Filters that the user has named. The browser keeps them, for each user of each company. */
export function SavedFilters() {
  const { employees } = useMessages();
  const { user, company } = useSession();
  const key = `transit-people-filters-${company.id}-${user.id}`;
  const [saved, setSaved] = useState<readonly Saved[]>(() => readSaved(key));
  const [saving, setSaving] = useState(false);
  const [search, setSearch] = useSearchParams();
  const query = withoutPage(search);
  const keep = (next: readonly Saved[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    setSaved(next);
  };
  return (
    <>
      {saved.length > 0 && (
        <FilterSelect
          label={employees.savedFilters}
          any={employees.savedFilters}
          value={saved.find((each) => each.query === query)?.name ?? ''}
          options={saved.map(({ name }) => ({ value: name, label: name }))}
          onChange={(name) =>
            setSearch(new URLSearchParams(saved.find((each) => each.name === name)?.query ?? ''), {
              replace: true,
            })
          }
        />
      )}
      {(query !== '' || saved.length > 0) && (
        <Button size="small" kind="quiet" onClick={() => setSaving(true)}>
          {query === '' ? employees.manageFilters : employees.saveFilter}
        </Button>
      )}
      {saving && <SaveDialog saved={saved} query={query} onKeep={keep} onClose={() => setSaving(false)} />}
    </>
  );
}

function SaveDialog({
  saved,
  query,
  onKeep,
  onClose,
}: {
  saved: readonly Saved[];
  query: string;
  onKeep: (saved: readonly Saved[]) => void;
  onClose: () => void;
}) {
  const { employees, common } = useMessages();
  const [name, setName] = useState('');
  const save = () => {
    const given = name.trim();
    if (!given || !query) return;
    onKeep([...saved.filter((each) => each.name !== given), { name: given, query }]);
    onClose();
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={employees.savedFilters}
      text={employees.savedFiltersText}
      onSubmit={save}
      foot={
        <>
          <Button onClick={onClose}>{common.close}</Button>
          <Button type="submit" kind="primary" disabled={!name.trim() || !query}>
            {common.save}
          </Button>
        </>
      }
    >
      {query && (
        <TextField label={employees.filterName} value={name} onChange={setName} maxLength={60} required />
      )}
      {saved.length > 0 && (
        <ul className="stack-s">
          {saved.map((each) => (
            <li key={each.name} className="row-between">
              <span>{each.name}</span>
              <Button size="small" onClick={() => onKeep(saved.filter((other) => other !== each))}>
                {employees.removeFilter}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}

function withoutPage(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  kept.delete('page');
  return String(kept);
}

function readSaved(key: string): Saved[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => each?.name && typeof each.query === 'string') : [];
  } catch {
    return [];
  }
}
