import { useMessages } from '../language/use-messages.ts';
import type { useListAddress } from './use-list-address.ts';

/** Filters a list by a first and a last day, both optional. `names` are their names in the address. */
export function DayFilters({
  address,
  names,
}: {
  address: ReturnType<typeof useListAddress>;
  names: readonly [from: string, to: string];
}) {
  const { common } = useMessages();
  return names.map((name, index) => (
    <label key={name} className="day-filter small quiet">
      {index === 0 ? common.from : common.to}
      <input
        type="date"
        className="input"
        value={address.get(name)}
        onChange={({ target }) => address.set({ [name]: target.value })}
      />
    </label>
  ));
}
