import { Switch } from '@base-ui/react/switch';
import { useId } from 'react';
import { useMessages } from '../language/use-messages.ts';
import { useAsText } from './as-text.ts';

export function SwitchField({
  label,
  help,
  checked,
  disabled = false,
  onChange,
}: {
  label: string;
  help?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  const asText = useAsText();
  const { common } = useMessages();
  return (
    <div className="switch-row">
      <div className="stack-s">
        {asText ? (
          <span className="choice-label">{label}</span>
        ) : (
          <label className="choice-label" htmlFor={id}>
            {label}
          </label>
        )}
        {help && (
          <p className="field-help" id={`${id}-help`}>
            {help}
          </p>
        )}
      </div>
      {asText ? (
        <span className="strong">{checked ? common.on : common.off}</span>
      ) : (
        <Switch.Root
          id={id}
          className="switch"
          aria-describedby={help ? `${id}-help` : undefined}
          checked={checked}
          disabled={disabled}
          onCheckedChange={onChange}
        >
          <Switch.Thumb className="switch-thumb" />
        </Switch.Root>
      )}
    </div>
  );
}
