import type { SourceSystem } from '../../api/routes.ts';
import { Radios } from '../../design/field.tsx';
import { useSystemText } from '../../domain/use-system-text.ts';
import { useMessages } from '../../language/use-messages.ts';

export function SystemChoice({
  systems,
  value,
  onChange,
}: {
  systems: readonly SourceSystem[];
  value: string;
  onChange: (system: string) => void;
}) {
  const { connect } = useMessages();
  const textOf = useSystemText();
  return (
    <Radios
      label={connect.which}
      value={value}
      options={systems.map(({ name }) => ({
        value: name as string,
        label: textOf(name).name,
        text: textOf(name).text,
      }))}
      onChange={onChange}
    />
  );
}
