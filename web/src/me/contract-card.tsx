import type { Format } from '../../../texts/format.ts';
import { Callout } from '../design/callout.tsx';
import { Card } from '../design/card.tsx';
import { type Answer, sign } from './api.ts';
import { BirthDateForm } from './birth-date-form.tsx';
import { ContractSummary } from './contract-summary.tsx';
import type { EmployeePage, PageContract } from './routes.ts';
import { language, m } from './words.ts';

interface Props {
  contract: PageContract;
  page: EmployeePage;
  dateOfBirth: string;
  format: Format;
  answered: (answer: Answer) => Promise<void>;
}

export function ContractCard({ contract, page, dateOfBirth, format, answered }: Props) {
  const { answers, reason, status } = contract;
  return (
    <Card title={m.contract.headings[reason]}>
      <div className="stack" id={`contract-${contract.id}`}>
        {status === 'pending' ? (
          <p>{m.contract.intro[reason]}</p>
        ) : (
          <Callout tone={status === 'accepted' ? 'good' : 'info'}>
            {sentences(contract, page, format).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Callout>
        )}
        {answers.length > 0 ? (
          <>
            <ContractSummary contract={contract} acts={page.acts} format={format} />
            {contract.language !== language && <p>{m.contract.otherLanguage}</p>}
            <Text contract={contract} />
          </>
        ) : (
          <details>
            <summary>{m.contract.read}</summary>
            <Text contract={contract} />
          </details>
        )}
        {answers.length > 0 && (
          <div className="stack me-sign">
            <div className="stack-s">
              <h3>{m.contract.signTitle}</h3>
              <p className="quiet small">
                {m.contract.signText} {answers.includes('rejected') && m.contract.ifRejected[reason]}{' '}
                {status === 'pending' && m.contract.until(format.day(contract.answerUntil))}
              </p>
            </div>
            <BirthDateForm
              first={dateOfBirth}
              buttons={answers.map((name) => ({
                name,
                label: name === 'accepted' ? m.contract.accept : m.contract.reject,
                isPrimary: name === 'accepted',
              }))}
              send={async (given, answer: Answer) => {
                await sign(contract.path, given, answer);
                await answered(answer);
              }}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

/** In the company's language: it is the text whose digest is stored. */
function Text({ contract }: { contract: PageContract }) {
  const { title, paragraphs, version, digest } = contract;
  return (
    <div className="me-text" lang={contract.language}>
      <h3>{title}</h3>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p className="small quiet" lang={language}>
        {m.contract.proof(version, digest)}
      </p>
    </div>
  );
}

function sentences(
  { status, reason, decidedAt, beginsOn, endsOn, answers }: PageContract,
  { acts }: EmployeePage,
  format: Format,
): string[] {
  const moment = decidedAt === null ? '–' : format.moment(decidedAt);
  if (status === 'accepted')
    return [
      m.contract.acceptedOn(moment),
      ...(beginsOn === null ? [] : [m.contract.begins[reason](format.day(beginsOn))]),
    ];
  return [
    m.contract.rejectedOn(moment),
    answers.length > 0 && endsOn !== null
      ? m.contract.canStillAccept(format.day(endsOn))
      : reason === 'enrolment' && acts.possible.includes('enrol')
        ? m.contract.canOrder
        : m.contract.afterRejection[reason],
  ];
}
