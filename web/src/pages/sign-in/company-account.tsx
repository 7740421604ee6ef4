import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Problem } from '../../design/problem.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { goToProvider } from '../identity/go-to-provider.ts';

/** Finds the company's identity provider by the e-mail address, and goes there. */
export function CompanyAccount({ email }: { email: string }) {
  const { identity } = useMessages();
  const go = useMutation({ mutationFn: (link: string) => goToProvider(link, email) });
  const find = useMutation({
    mutationFn: async () => (await call('POST /identity/find', { body: { email } })).providers,
    onSuccess: ([first, ...others]) => {
      if (first && others.length === 0) go.mutate(first.link);
    },
  });
  const found = find.data ?? [];
  return (
    <>
      <Problem error={find.error ?? go.error} />
      {find.isSuccess && found.length === 0 && <Callout urgent>{identity.notFound}</Callout>}
      {found.length > 1 ? (
        <>
          <p>{identity.several}</p>
          {found.map(({ link, companyName }) => (
            <Button
              key={link}
              wide
              busy={go.isPending && go.variables === link}
              onClick={() => go.mutate(link)}
            >
              {companyName}
            </Button>
          ))}
        </>
      ) : (
        <Button
          wide
          busy={find.isPending || go.isPending || go.isSuccess}
          disabled={!email.includes('@')}
          title={email.includes('@') ? undefined : identity.needsAddress}
          onClick={() => find.mutate()}
        >
          {identity.button}
        </Button>
      )}
    </>
  );
}
