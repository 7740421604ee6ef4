import type { InputText } from '../../../../texts/en/hr-systems.ts';
import type { SourceSystem } from '../../api/routes.ts';
import { SelectField, TextAreaField, TextField } from '../../design/field.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { useChoiceText } from '../../domain/use-system-text.ts';
import { useMessages } from '../../language/use-messages.ts';

export type Input = SourceSystem['inputs'][number];

export const isSecret = ({ kind }: Pick<Input, 'kind'>) => kind === 'secret' || kind === 'long-secret';

/** One of the values that an HR system needs. */
export function InputField({
  input: { kind, isRequired, choices },
  text,
  isStored,
  value,
  error,
  onChange,
}: {
  input: Input;
  text: InputText;
  /** A secret that is left empty stays. */
  isStored: boolean;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const connect = useConnectText();
  const { common } = useMessages();
  const choiceText = useChoiceText();
  const label = isRequired ? text.label : `${text.label} (${common.optional})`;
  const help = isStored ? connect.secretKept : text.help;
  const shared = { label, value, error, onChange, ...(help && { help }) };
  switch (kind) {
    case 'choice':
      return (
        <SelectField
          {...shared}
          label={text.label}
          options={choices.map((choice) => ({ value: choice, label: choiceText(choice) }))}
        />
      );
    case 'long-secret':
      return <TextAreaField {...shared} rows={5} spellCheck={false} autoComplete="off" />;
    case 'secret':
      // Browsers would offer the password of the portal.
      return <TextField {...shared} type="password" autoComplete="new-password" />;
    case 'address':
      return <TextField {...shared} type="url" inputMode="url" autoComplete="off" />;
    case 'text':
      return <TextField {...shared} autoComplete="off" spellCheck={false} />;
  }
}
