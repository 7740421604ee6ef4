import { call } from '../../api/client.ts';
import type { Integration, SourceOverview, SourceSystem } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Problem } from '../../design/problem.tsx';
import { useForm } from '../../design/use-form.ts';
import { StepTitle } from '../../domain/steps.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { useInputText, useSystemText } from '../../domain/use-system-text.ts';
import { useFieldText } from '../../language/use-error-text.ts';
import { useLanguage } from '../../language/use-language.ts';
import type { ConnectStep } from './connect-steps.ts';
import { type Input, InputField, isSecret } from './input-field.tsx';
import type { SurveyState } from './use-survey.ts';

export function CredentialsStep({
  integration,
  source: { draft, active },
  survey,
  system,
  go,
}: {
  integration: Integration;
  source: SourceOverview;
  survey: SurveyState;
  system: SourceSystem;
  go: (step: ConnectStep) => void;
}) {
  const connect = useConnectText();
  const { language } = useLanguage();
  const text = useSystemText()(system.name);
  const inputText = useInputText(system.name);
  const fieldText = useFieldText();
  const stored = [draft, active].find((each) => each?.system === system.name);
  const form = useForm({
    initial: () => initialValues(system, stored?.settings ?? {}),
    send: (values: Record<string, string>) =>
      call('PUT /integrations/:id/source/draft', {
        params: { id: integration.id },
        body: { system: system.name, values: toSend(system, values) },
      }),
    next: () => {
      survey.forget();
      go('test');
    },
  });
  const fields = (isRare: boolean) =>
    system.inputs
      .filter(({ name }) => (inputText(name).isRare ?? false) === isRare)
      .filter((input) => isAsked(input, form.values))
      .map((input) => (
        <InputField
          key={input.name}
          input={input}
          text={inputText(input.name)}
          isStored={stored !== undefined && isSecret(input)}
          value={form.values[input.name] ?? ''}
          error={fieldText(form.error, `values/${input.name}`)}
          onChange={(value) => form.set({ [input.name]: value })}
        />
      ));
  const rare = fields(true);
  const hasRareError = rare.some(({ props }) => props.error !== undefined);
  return (
    <>
      <StepTitle>{text.name}</StepTitle>
      {text.steps.length > 0 && (
        <Card title={system.isDropped ? connect.drop.how : connect.where(text.name)}>
          <ol className="instructions">
            {text.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <a
            href={`/guides/${language === 'en' ? '' : `${language}/`}connect-${system.name}`}
            target="_blank"
            rel="noreferrer"
          >
            {connect.guide}
          </a>
        </Card>
      )}
      <Card
        title={system.isDropped ? connect.drop.give : connect.credentials}
        text={system.isDropped ? connect.drop.giveText : connect.credentialsText}
      >
        <form
          className="form form-narrow"
          noValidate
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault();
            form.mutate(undefined);
          }}
        >
          <Problem error={form.error} fields={['values']} />
          {fields(false)}
          {rare.length > 0 && (
            // An error in one of them must not stay hidden.
            <details open={hasRareError || undefined}>
              <summary>{connect.rare}</summary>
              <div className="form rare-inputs">{rare}</div>
            </details>
          )}
          <div className="row">
            <Button type="submit" kind="primary" busy={form.isPending}>
              {system.isDropped ? connect.drop.create : connect.saveAndTest}
            </Button>
            <Button onClick={() => go('system')}>{connect.chooseOther}</Button>
          </div>
        </form>
      </Card>
    </>
  );
}

/** Some inputs depend on a choice. */
function isAsked({ onlyWith }: Input, values: Readonly<Record<string, string>>): boolean {
  return !onlyWith || onlyWith.values.includes(values[onlyWith.input] ?? '');
}

function initialValues(
  { inputs }: SourceSystem,
  settings: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    inputs.map(({ name, choices }) => [name, String(settings[name] ?? choices[0] ?? '')]),
  );
}

/** A secret is never shown, so an empty field leaves it as it is. */
function toSend({ inputs }: SourceSystem, values: Readonly<Record<string, string>>): Record<string, string> {
  const isSent = (input: Input) =>
    isAsked(input, values) && (!isSecret(input) || Boolean(values[input.name]));
  return Object.fromEntries(inputs.filter(isSent).map(({ name }) => [name, values[name] ?? '']));
}
