import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { IdentityProvider, ProviderCheck } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { CodeBlock } from '../../design/copy.tsx';
import { TextField } from '../../design/field.tsx';
import { Problem } from '../../design/problem.tsx';
import { useFieldText } from '../../language/use-error-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { clientOf, type FormValues } from './settings.ts';

export interface FieldsProps {
  provider: IdentityProvider | null;
  values: FormValues;
  set: (changes: Partial<FormValues>) => void;
  error: unknown;
}

const TONES = { fine: 'good', failed: 'bad', 'not-checked': 'neutral' } as const;

export function ProviderFields({
  provider,
  values,
  set,
  error,
  redirectUri,
}: FieldsProps & { redirectUri: string }) {
  const { identity } = useMessages();
  const fieldText = useFieldText();
  const test = useMutation({
    mutationFn: async () => (await call('POST /identity-provider/test', { body: clientOf(values) })).checks,
  });
  return (
    <Card title={identity.provider} text={identity.providerText}>
      <div className="form">
        <CodeBlock text={redirectUri} />
        <TextField
          label={identity.issuer}
          help={identity.issuerHelp}
          type="url"
          autoComplete="off"
          value={values.issuer}
          onChange={(issuer) => set({ issuer })}
          error={fieldText(error, 'issuer')}
        />
        <div className="form-columns">
          <TextField
            label={identity.clientId}
            autoComplete="off"
            value={values.clientId}
            onChange={(clientId) => set({ clientId })}
            error={fieldText(error, 'clientId')}
          />
          <TextField
            label={identity.clientSecret}
            help={provider ? identity.secretKept : identity.secretNew}
            type="password"
            autoComplete="off"
            value={values.clientSecret}
            onChange={(clientSecret) => set({ clientSecret })}
            error={fieldText(error, 'clientSecret')}
          />
        </div>
        <div>
          <Button
            busy={test.isPending}
            disabled={!values.issuer || !values.clientId}
            onClick={() => test.mutate()}
          >
            {identity.test}
          </Button>
        </div>
        <Problem error={test.error} />
        {test.data && <Checks checks={test.data} />}
      </div>
    </Card>
  );
}

function Checks({ checks }: { checks: readonly ProviderCheck[] }) {
  const { identity } = useMessages();
  return (
    <section aria-label={identity.testTitle} aria-live="polite">
      <ul className="stack-s">
        {checks.map(({ check, result, problem }) => (
          <li key={check} className="row">
            <Badge tone={TONES[result]}>{identity.results[result]}</Badge>
            <span>
              {identity.checks[check]}
              {problem && `: ${identity.problems[problem]}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
