import type { SourceSurvey } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Table } from '../../design/table.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { ROSTER_FIELDS } from './fields.ts';
import type { SurveyState } from './use-survey.ts';

/** Values of three people, hidden until somebody asks: they are personal data. */
export function Samples({ survey, seen }: { survey: SurveyState; seen: SourceSurvey }) {
  const connect = useConnectText();
  const { vocabulary } = useMessages();
  const rows = ROSTER_FIELDS.flatMap((field) => {
    const found = seen.fields.find(({ key }) => key === seen.guesses[field]);
    return found ? [{ field, ...found }] : [];
  });
  return (
    <Card
      title={connect.samples}
      text={survey.showsValues ? connect.shown : connect.samplesText}
      actions={<ShowValues survey={survey} />}
      flush
    >
      <Table
        items={rows}
        keyOf={({ field }) => field}
        columns={[
          {
            title: connect.field,
            show: ({ field }) => <span className="strong">{vocabulary.personField[field]}</span>,
          },
          { title: connect.theirField, onPhone: 'named', show: ({ label }) => label },
          {
            title: connect.samples,
            onPhone: 'named',
            className: 'roomy',
            show: ({ samples }) => <SampleValues samples={samples} />,
          },
        ]}
      />
    </Card>
  );
}

export function ShowValues({ survey }: { survey: SurveyState }) {
  const connect = useConnectText();
  if (survey.showsValues) return null;
  return (
    <Button size="small" busy={survey.isPending} onClick={() => survey.start(true)}>
      {connect.showValues}
    </Button>
  );
}

export function SampleValues({ samples }: { samples: readonly (string | null)[] }) {
  const connect = useConnectText();
  return <span className="quiet">{samples.map((sample) => sample ?? connect.noValue).join(' · ')}</span>;
}
