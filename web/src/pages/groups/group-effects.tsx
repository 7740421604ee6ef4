import type { GroupEffect } from '../../api/routes.ts';
import { AmountEffect } from '../../domain/amount-effect.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useGroupsText } from './use-groups-text.ts';

/** Who comes to another group, and what changes in next month's costs. */
export function GroupEffects({ effect }: { effect: GroupEffect }) {
  const text = useGroupsText();
  const format = useFormat();
  const { moved, moves, names } = effect;
  const named = (group: string | null) => group ?? text.noGroup;
  return (
    <>
      {moved === 0 ? (
        <p>{text.movesNobody}</p>
      ) : (
        <section className="stack" aria-label={text.moves(moved)}>
          <h3>{text.moves(moved)}</h3>
          <table className="table table-plain">
            <tbody>
              {moves.map(({ from, to, people }) => (
                <tr key={`${from} ${to}`}>
                  <td>
                    {named(from)} → <span className="strong">{named(to)}</span>
                  </td>
                  <td className="numbers">{format.number(people)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="small quiet">
            {[
              ...names.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
              ...(moved > names.length ? [text.andMore(moved - names.length)] : []),
            ].join(', ')}
          </p>
        </section>
      )}
      <AmountEffect change={effect} />
    </>
  );
}
