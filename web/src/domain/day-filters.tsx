import { useMessages } from '../language/use-messages.ts';
import type { useListAddress } from './use-list-address.ts';

/** From and to a day, both of them optional and part of the list's address under these names. */
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
