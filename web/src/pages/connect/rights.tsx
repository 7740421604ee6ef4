import type { SourceSurvey } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { useSystemText } from '../../domain/use-system-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { isPayroll, ROSTER_FIELDS } from './fields.ts';

/** What the credentials can see and what not, and where that is granted. */
export function Rights({ survey, system }: { survey: SourceSurvey; system: string }) {
  const connect = useConnectText();
  const { vocabulary } = useMessages();
  const { grant } = useSystemText()(system);
  const { missing, guesses, absenceTypes } = survey;
  const seen = ROSTER_FIELDS.filter((field) => !isPayroll(field) || guesses[field] !== null);
  const lines = [...seen, 'absences' as const].map((field) => ({
    field,
    rights: missing.filter((each) => each.field === field).map(({ right }) => right),
    isFound: field === 'absences' ? absenceTypes !== null : guesses[field] !== null,
  }));
  return (
    <Card
      title={missing.length === 0 ? connect.rights : connect.rightsMissing(missing.length)}
      text={missing.length === 0 ? connect.rightsComplete : undefined}
    >
      <div className="stack">
        {missing.length > 0 && <Callout tone="warn">{grant}</Callout>}
        <ul className="rights">
          {lines.map(({ field, rights, isFound }) => (
            <li key={field} className="right">
              <span className="strong">{vocabulary.personField[field]}</span>
              {rights.length > 0 ? (
                <Badge tone="bad">{connect.missing}</Badge>
              ) : isFound ? (
                <Badge tone="good">{connect.granted}</Badge>
              ) : (
                <Badge tone="warn">{connect.notRecognised}</Badge>
              )}
              {(rights.length > 0 || !isFound) && (
                <span className="small quiet right-text">
                  {rights.map((right) => connect.toGrant(right)).join(' · ')} {connect.notNeeded[field]}
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
