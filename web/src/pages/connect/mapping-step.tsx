import { useState } from 'react';
import { hasCode } from '../../api/api-error.ts';
import { type Body, call } from '../../api/client.ts';
import type { Integration, Source, SourceSurvey } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Problem } from '../../design/problem.tsx';
import { StepTitle } from '../../domain/steps.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { type AbsenceKind, AbsenceTypesCard } from './absence-types-card.tsx';
import type { ConnectStep } from './connect-steps.ts';
import { isOptional, ROSTER_FIELDS, type RosterField } from './fields.ts';
import { FieldsCard } from './fields-card.tsx';
import { Tested } from './test-step.tsx';
import { type SurveyState, useStarted } from './use-survey.ts';

interface Shared {
  integration: Integration;
  survey: SurveyState;
  draft: Source;
  go: (step: ConnectStep) => void;
}

/** Which of the system's fields fill a roster, and what its types of absence mean. */
export function MappingStep(shared: Shared) {
  const { survey, draft, go } = shared;
  const connect = useConnectText();
  useStarted(survey, draft);
  const seen = survey.test?.survey;
  if (seen && !seen.toConfirm) return <Mapping {...shared} seen={seen} />;
  return (
    <>
      <Tested survey={survey} system={draft.system} />
      <div className="step-actions">
        <Button icon="left" onClick={() => go('test')}>
          {connect.step.test}
        </Button>
      </div>
    </>
  );
}

type Fields = SourceSurvey['guesses'];
type Entered = Body<'PUT /integrations/:id/source/draft/mapping'>;

function Mapping({ integration, survey, draft, go, seen }: Shared & { seen: SourceSurvey }) {
  const connect = useConnectText();
  const params = { id: integration.id };
  const [fields, setFields] = useState<Fields>(() => fieldsAtFirst(seen, draft));
  const [kinds, setKinds] = useState(() => kindsAtFirst(seen, draft, integration));
  const [columns, setColumns] = useState(draft.mapping?.absenceColumns ?? seen.absenceColumns);
  const save = useChange({
    send: async (mapping: Entered) => {
      await call('PUT /integrations/:id/source/draft/mapping', { params, body: mapping });
      // A preview that is still running is followed first. Then a new one is offered.
      await call('POST /integrations/:id/pulls', { params, body: { purpose: 'preview' } }).catch((error) => {
        if (!hasCode(error, 'already-running')) throw error;
      });
    },
    next: () => go('preview'),
  });
  const absenceTypes = (seen.absenceTypes ?? []).map(({ id, name, guess }) => ({
    id,
    name,
    kind: kinds[id] ?? guess,
  }));
  const isComplete = ROSTER_FIELDS.every((field) => fields[field] !== null || isOptional(field));
  return (
    <>
      <StepTitle>{connect.fields}</StepTitle>
      <FieldsCard
        survey={survey}
        seen={seen}
        fields={fields}
        onChange={(field: RosterField, key) => setFields({ ...fields, [field]: key })}
      />
      <AbsenceTypesCard
        seen={seen}
        kinds={kinds}
        onKind={(id, kind) => setKinds({ ...kinds, [id]: kind })}
        columns={columns}
        onColumns={(chosen) => {
          setColumns(chosen);
          // The types of another column have to be read first.
          if (chosen?.type && chosen.type !== columns?.type) survey.start(survey.showsValues, chosen.type);
        }}
      />
      <Problem error={save.error} />
      <div className="step-actions">
        <Button icon="left" onClick={() => go('test')}>
          {connect.step.test}
        </Button>
        <Button
          kind="primary"
          icon="right"
          busy={save.isPending}
          disabled={!isComplete}
          onClick={() => save.mutate({ fields, absenceTypes, ...(columns && { absenceColumns: columns }) })}
        >
          {connect.toPreview}
        </Button>
      </div>
    </>
  );
}

/** What was chosen before, as long as the system still has it. Otherwise the guesses. */
function fieldsAtFirst({ fields, guesses }: SourceSurvey, { mapping }: Source): Fields {
  if (!mapping) return guesses;
  const isThere = (key: string | null) => key === null || fields.some((field) => field.key === key);
  return Object.fromEntries(
    ROSTER_FIELDS.map((field) => {
      const key = mapping.fields[field] ?? null;
      return [field, isThere(key) ? key : guesses[field]];
    }),
  ) as Fields;
}

/** A type that the mapping before left out pauses nothing. */
function kindsAtFirst(
  { absenceTypes }: SourceSurvey,
  { mapping }: Source,
  { absenceTypes: own }: Integration,
): Record<string, AbsenceKind> {
  return Object.fromEntries(
    (absenceTypes ?? []).map(({ id, name, guess }) => {
      if (mapping) return [id, mapping.absenceTypes.find((type) => type.id === id)?.kind ?? 'other'];
      return [id, own.find((type) => type.name === name)?.kind ?? guess];
    }),
  );
}
