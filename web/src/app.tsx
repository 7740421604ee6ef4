import { Suspense, useEffect } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import type { Session } from './api/routes.ts';
import { Loaded } from './design/loaded.tsx';
import { Skeleton } from './design/skeleton.tsx';
import { useLanguage } from './language/use-language.ts';
import { ConfirmPage } from './pages/identity/confirm-page.tsx';
import { ReturnPage } from './pages/identity/return-page.tsx';
import { SignInLinkPage } from './pages/identity/sign-in-link-page.tsx';
import { InvitationPage } from './pages/invitation/invitation-page.tsx';
import { NotFoundPage } from './pages/not-found/not-found-page.tsx';
import { MissingPasskeyPage } from './pages/passkeys/missing-passkey-page.tsx';
import { ForgotPage } from './pages/sign-in/forgot-page.tsx';
import { PasskeyStepPage } from './pages/sign-in/passkey-step-page.tsx';
import { SignInPage } from './pages/sign-in/sign-in-page.tsx';
import { mayOpen, menuOf, NotAllowedPage, pagesOf, START } from './pages.ts';
import { ConfirmPassword } from './session/confirm-password.tsx';
import { SessionContext } from './session/context.ts';
import { useSessionQuery } from './session/use-session-query.ts';
import { PageBoundary } from './shell/page-boundary.tsx';
import { Shell } from './shell/shell.tsx';
import { LeaveQuestion } from './unsaved/leave-question.tsx';

export function App() {
  return (
    <Switch>
      <Route path="/invitation" component={InvitationPage} />
      <Route path="/forgot" component={ForgotPage} />
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
              <Shell menu={menuOf(session)}>
                <PageBoundary>
                  <Pages session={session} />
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

function Pages({ session }: { session: Session }) {
  const pages = pagesOf(session);
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <Switch>
        {!mayOpen(START, session) && (
          <Route path={START.path}>
            <Redirect to={menuOf(session)[0]?.to ?? '/password'} replace />
          </Route>
        )}
        {pages.map((page) => (
          <Route key={page.path} path={page.path}>
            {(given) => {
              if (page.needs && !mayOpen(page, session)) return <NotAllowedPage needs={page.needs} />;
              const { ids, texts } = paramsOf(given);
              return <page.Content key={Object.values(ids).join('/')} {...ids} {...texts} />;
            }}
          </Route>
        ))}
        <Route component={NotFoundPage} />
      </Switch>
    </Suspense>
  );
}

/** A page about something else is a new page; a text, for example a tab, leaves it as it is. */
function paramsOf(given: Record<string, string | undefined>) {
  const ids: Record<string, number> = {};
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(given))
    if (/(^i|I)d$/.test(name)) ids[name] = Number(value);
    else if (value !== undefined && !/^\d+$/.test(name)) texts[name] = value;
  return { ids, texts };
}
