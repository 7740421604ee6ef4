import type { SourceSystem } from '../../api/routes.ts';
import { Radios } from '../../design/field.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { useSystemText } from '../../domain/use-system-text.ts';

export function SystemChoice({
  systems,
  value,
  onChange,
}: {
  systems: readonly SourceSystem[];
  value: string;
  onChange: (system: string) => void;
}) {
  const connect = useConnectText();
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
