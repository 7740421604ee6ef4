import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/route-query.ts';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { IdentityForm } from './identity-form.tsx';

export default function IdentityPage() {
  const { identity, common } = useMessages();
  const mayChange = useMay('administer');
  const query = useQuery({ ...routeQuery('GET /identity-provider'), enabled: mayChange });
  return (
    <div className="page">
      <PageHead title={identity.title} text={identity.text} />
      {mayChange ? (
        <Loaded query={query} lines={10}>
          {/* Without a provider the form begins anew. */}
          {(settings) => <IdentityForm key={settings.provider ? 'stored' : 'new'} settings={settings} />}
        </Loaded>
      ) : (
        <p className="quiet">{common.mayNotChange}</p>
      )}
    </div>
  );
}
