import { useQuery } from '@tanstack/react-query';
import { call, fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Company } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { DownloadLink } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Problem } from '../../design/problem.tsx';
import { SwitchField } from '../../design/switch-field.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';
import { useOwnPageText } from './use-own-page-text.ts';
import './own-page.css';

/** The join link with its QR code and its poster. */
export function JoinCard({ company }: { company: Company }) {
  const ownPage = useOwnPageText();
  const { common } = useMessages();
  const { mail } = useSession();
  const change = useChange({
    send: (values: { joinLink?: boolean; joinStrangers?: boolean }) =>
      call('PATCH /company', { body: values }),
    done: common.saved,
  });
  return (
    <Card title={ownPage.join} text={ownPage.joinText}>
      <div className="stack">
        <Problem error={change.error} />
        {mail === null && <Callout tone="warn">{ownPage.needsMail}</Callout>}
        <SwitchField
          label={ownPage.joinOn}
          checked={company.joinLink}
          onChange={(joinLink) => change.mutate({ joinLink })}
        />
        {company.joinLink && (
          <>
            <SwitchField
              label={ownPage.strangers}
              help={ownPage.strangersText}
              checked={company.joinStrangers}
              onChange={(joinStrangers) => change.mutate({ joinStrangers })}
            />
            <Link />
          </>
        )}
      </div>
    </Card>
  );
}

function Link() {
  const ownPage = useOwnPageText();
  const { data } = useQuery(routeQuery('GET /join-link'));
  if (!data) return null;
  const { link, code } = data;
  const poster = (language: 'de' | 'en') => fileUrl('GET /join-link/poster.pdf', { query: { language } });
  return (
    <div className="own-page-join">
      <Code rows={code} label={ownPage.code} />
      <div className="stack">
        <p className="mono own-page-address">{link}</p>
        <div className="row">
          <CopyButton text={link} label={ownPage.copy} />
          <DownloadLink href={poster('de')}>{ownPage.posterDe}</DownloadLink>
          <DownloadLink href={poster('en')}>{ownPage.posterEn}</DownloadLink>
          <ConfirmedButton
            label={ownPage.renew}
            title={ownPage.renewTitle}
            text={ownPage.renewText}
            danger
            send={() => call('POST /join-link/renew')}
            done={ownPage.renewed}
          />
        </div>
      </div>
    </div>
  );
}

/** The modules that a reader needs around the code. */
const QUIET = 4;

function Code({ rows, label }: { rows: readonly string[]; label: string }) {
  const size = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) =>
    [...row].flatMap((module, x) => (module === '1' ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className="own-page-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#ffffff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000000" d={dark.join('')} />
    </svg>
  );
}
