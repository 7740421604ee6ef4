import type { Integration } from '../../api/routes.ts';
import { SelectField } from '../../design/field.tsx';
import { usePaceText } from '../../domain/use-pace-text.ts';
import { useMessages } from '../../language/use-messages.ts';

type ExpectEvery = Integration['expectEvery'];

/** How often a roster is expected. Another time can be set on the command line; it is offered as long as it is set. */
export function ExpectField({
  integration: { expectEvery: saved, pace },
  value,
  onChange,
}: {
  integration: Integration;
  value: ExpectEvery;
  onChange: (value: ExpectEvery) => void;
}) {
  const { integrations } = useMessages();
  const paceText = usePaceText();
  const { expectEvery: names, expectText: texts } = integrations;
  const options = [
    { value: 'auto', label: names.auto },
    { value: '24h', label: names.day },
    { value: '7d', label: names.week },
    { value: '31d', label: names.month },
    { value: 'off', label: names.off },
  ];
  if (!options.some((option) => option.value === saved))
    options.push({
      value: saved,
      label: integrations.expectTime(Number.parseInt(saved, 10), saved.endsWith('d') ? 'd' : 'h'),
    });
  const help = () => {
    if (value === 'off') return texts.off;
    if (value !== 'auto') return texts.set;
    return saved === 'auto' && pace ? texts.learned(paceText(pace)) : texts.auto;
  };
  return (
    <SelectField
      label={integrations.expect}
      help={help()}
      value={value}
      options={options}
      onChange={onChange}
    />
  );
}
