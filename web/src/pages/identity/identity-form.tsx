import type { FormEvent } from 'react';
import { call } from '../../api/client.ts';
import type { IdentityProvider, IdentitySettings } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { CodeBlock } from '../../design/copy.tsx';
import { Problem } from '../../design/problem.tsx';
import { SwitchField } from '../../design/switch-field.tsx';
import { useForm } from '../../design/use-form.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useUnsaved } from '../../unsaved/use-unsaved.ts';
import { AccessFields } from './access-fields.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { bodyOf, type FormValues, valuesOf } from './settings.ts';

const FIELDS = [
  'issuer',
  'clientId',
  'clientSecret',
  'domains',
  'roleClaim',
  'adminValues',
  'hrValues',
  'payrollValues',
  'viewerValues',
];

export function IdentityForm({ settings: { provider, redirectUri } }: { settings: IdentitySettings }) {
  const { identity, common } = useMessages();
  const form = useForm({
    initial: () => valuesOf(provider),
    send: (sent) => call('PUT /identity-provider', { body: bodyOf(sent) }),
    done: identity.saved,
  });
  const { values, set } = form;
  useUnsaved(form.isChanged);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.mutate(undefined);
  };
  const fields = { provider, values, set, error: form.error };
  return (
    <form className="page" onSubmit={submit} noValidate>
      <ProviderFields {...fields} redirectUri={redirectUri} />
      <AccessFields {...fields} />
      {provider && (
        <>
          <Card title={identity.link} text={identity.linkText}>
            <CodeBlock text={provider.signInLink} />
          </Card>
          <OnlyWayIn provider={provider} values={values} set={set} />
        </>
      )}
      <Problem error={form.error} fields={FIELDS} />
      <div className="form-foot save-bar">
        <Button type="submit" kind="primary" busy={form.isPending}>
          {common.save}
        </Button>
        {provider && (
          <ConfirmedButton
            kind="danger"
            label={identity.remove}
            title={identity.removeTitle}
            text={identity.removeText}
            danger
            send={() => call('DELETE /identity-provider')}
            done={identity.removed}
          />
        )}
      </div>
    </form>
  );
}

function OnlyWayIn({
  provider,
  values,
  set,
}: {
  provider: IdentityProvider;
  values: FormValues;
  set: (changes: Partial<FormValues>) => void;
}) {
  const { identity } = useMessages();
  const isPossible = provider.canBeOnlyWayIn || provider.onlyWayIn;
  return (
    <Card>
      <SwitchField
        label={identity.only}
        help={isPossible ? identity.onlyText : `${identity.onlyText} ${identity.onlyLater}`}
        checked={values.onlyWayIn}
        disabled={!isPossible}
        onChange={(onlyWayIn) => set({ onlyWayIn })}
      />
    </Card>
  );
}
