import { Suspense, useEffect } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { Loaded } from './design/loaded.tsx';
import { Skeleton } from './design/skeleton.tsx';
import { useLanguage } from './language/use-language.ts';
import { ConfirmPage } from './pages/identity/confirm-page.tsx';
import { ReturnPage } from './pages/identity/return-page.tsx';
import { SignInLinkPage } from './pages/identity/sign-in-link-page.tsx';
import { InvitationPage } from './pages/invitation/invitation-page.tsx';
import { NotFoundPage } from './pages/not-found/not-found-page.tsx';
import { MissingPasskeyPage } from './pages/passkeys/missing-passkey-page.tsx';
import { PasskeyStepPage } from './pages/sign-in/passkey-step-page.tsx';
import { SignInPage } from './pages/sign-in/sign-in-page.tsx';
import { ConfirmPassword } from './session/confirm-password.tsx';
import { SessionContext } from './session/context.ts';
import { useSessionQuery } from './session/use-session-query.ts';
import { lazyPage } from './shell/lazy-page.ts';
import { PageBoundary } from './shell/page-boundary.tsx';
import { Shell } from './shell/shell.tsx';
import { LeaveQuestion } from './unsaved/leave-question.tsx';

// Each page is a file of its own, so that a person's page does not load the charts of the overview.
const OverviewPage = lazyPage(() => import('./pages/overview/overview-page.tsx'));
const EmployeesPage = lazyPage(() => import('./pages/employees/employees-page.tsx'));
const PersonPage = lazyPage(() => import('./pages/person/person-page.tsx'));
const IntegrationsPage = lazyPage(() => import('./pages/integrations/integrations-page.tsx'));
const IntegrationPage = lazyPage(() => import('./pages/integrations/integration-page.tsx'));
const SyncPage = lazyPage(() => import('./pages/sync/sync-page.tsx'));
const SendRosterPage = lazyPage(() => import('./pages/send-roster/send-roster-page.tsx'));
const KeysPage = lazyPage(() => import('./pages/keys/keys-page.tsx'));
const WebhooksPage = lazyPage(() => import('./pages/webhooks/webhooks-page.tsx'));
const WebhookPage = lazyPage(() => import('./pages/webhooks/webhook-page.tsx'));
const BulkPage = lazyPage(() => import('./pages/employees/bulk-page.tsx'));
const DocumentsPage = lazyPage(() => import('./pages/documents/documents-page.tsx'));
const CostsPage = lazyPage(() => import('./pages/costs/costs-page.tsx'));
const HandOutPage = lazyPage(() => import('./pages/hand-out/hand-out-page.tsx'));
const CompanyPage = lazyPage(() => import('./pages/company/company-page.tsx'));
const IdentityPage = lazyPage(() => import('./pages/identity/identity-page.tsx'));
const AuditPage = lazyPage(() => import('./pages/audit/audit-page.tsx'));
const ClockPage = lazyPage(() => import('./pages/clock/clock-page.tsx'));
const OutboxPage = lazyPage(() => import('./pages/outbox/outbox-page.tsx'));
const OutboxMailPage = lazyPage(() => import('./pages/outbox/outbox-mail-page.tsx'));
const UsersPage = lazyPage(() => import('./pages/users/users-page.tsx'));
const PasswordPage = lazyPage(() => import('./pages/users/password-page.tsx'));

export function App() {
  return (
    <Switch>
      <Route path="/invitation" component={InvitationPage} />
      <Route path="/passkey" component={PasskeyStepPage} />
      <Route path="/sign-in/:link">{({ link }) => <SignInLinkPage link={link} />}</Route>
      <Route path="/signed-in" component={ReturnPage} />
      <Route path="/confirm-identity" component={ConfirmPage} />
      <Route>
        <SignedIn />
      </Route>
    </Switch>
  );
}

function SignedIn() {
  const query = useSessionQuery();
  const { setTimeZone } = useLanguage();
  const timeZone = query.data?.company.timeZone;
  useEffect(() => {
    if (timeZone) setTimeZone(timeZone);
  }, [timeZone, setTimeZone]);
  return (
    <Loaded query={query}>
      {(session) =>
        session ? (
          <SessionContext value={session}>
            <ConfirmPassword />
            <LeaveQuestion />
            {session.passkeys.missing ? (
              <MissingPasskeyPage />
            ) : (
              <Shell>
                <PageBoundary>
                  <Pages
                    isStaging={session.environment === 'staging'}
                    keepsMail={session.mail === 'outbox' && session.user.role === 'admin'}
                  />
                </PageBoundary>
              </Shell>
            )}
          </SessionContext>
        ) : (
          <SignInPage />
        )
      }
    </Loaded>
  );
}

function Pages({ isStaging, keepsMail }: { isStaging: boolean; keepsMail: boolean }) {
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <Switch>
        <Route path="/" component={OverviewPage} />
        <Route path="/employees" component={EmployeesPage} />
        <Route path="/employees/actions/:id">{({ id }) => <BulkPage key={id} id={Number(id)} />}</Route>
        <Route path="/employees/:id">{({ id }) => <PersonPage key={id} id={Number(id)} />}</Route>
        <Route path="/integrations" component={IntegrationsPage} />
        <Route path="/integrations/:id">{({ id }) => <IntegrationPage key={id} id={Number(id)} />}</Route>
        <Route path="/integrations/:id/send">
          {({ id }) => <SendRosterPage key={id} integrationId={Number(id)} />}
        </Route>
        <Route path="/integrations/:id/syncs/:runId">
          {({ id, runId }) => <SyncPage key={runId} integrationId={Number(id)} runId={Number(runId)} />}
        </Route>
        <Route path="/keys" component={KeysPage} />
        <Route path="/webhooks" component={WebhooksPage} />
        <Route path="/webhooks/:id">{({ id }) => <WebhookPage key={id} id={Number(id)} />}</Route>
        <Route path="/documents" component={DocumentsPage} />
        <Route path="/costs" component={CostsPage} />
        <Route path="/links">
          <Redirect to="/links/contracts" replace />
        </Route>
        <Route path="/links/:kind">{({ kind }) => <HandOutPage kind={kind} />}</Route>
        <Route path="/company" component={CompanyPage} />
        <Route path="/identity" component={IdentityPage} />
        <Route path="/audit" component={AuditPage} />
        {isStaging && <Route path="/clock" component={ClockPage} />}
        {keepsMail && <Route path="/outbox" component={OutboxPage} />}
        {keepsMail && (
          <Route path="/outbox/:id">{({ id }) => <OutboxMailPage key={id} id={Number(id)} />}</Route>
        )}
        <Route path="/users" component={UsersPage} />
        <Route path="/password" component={PasswordPage} />
        <Route component={NotFoundPage} />
      </Switch>
    </Suspense>
  );
}
