import type { ReactNode } from 'react';
import { rosterRefusal } from '../../../texts/roster-refusal.ts';
import { Callout } from '../design/callout.tsx';
import { useMessages } from '../language/use-messages.ts';
import { useConnectText } from './use-connect-text.ts';
import { useSystemText } from './use-system-text.ts';

interface Failure {
  code: string | null;
  detail: string | null;
  field: string | null;
  right: string | null;
}

/** Why an HR system gave no list, and what to do about it. */
export function SourceProblem({
  title,
  system,
  failure: { code, detail, field, right },
  children,
}: {
  title: string;
  system: string;
  failure: Failure;
  children?: ReactNode;
}) {
  const connect = useConnectText();
  const { vocabulary } = useMessages();
  const { grant } = useSystemText()(system);
  return (
    <Callout tone="bad" title={title}>
      <div className="stack-s">
        <p className="strong">{rosterRefusal(code, vocabulary, field)}.</p>
        {right && <p>{vocabulary.rightToGrant(right)}</p>}
        <p>
          {right && grant} {connect.advice[code ?? '']}
        </p>
        {detail && (
          <p className="small quiet">
            {connect.detail}: <span lang="en">{detail}</span>
          </p>
        )}
        {children}
      </div>
    </Callout>
  );
}
