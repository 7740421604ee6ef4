import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/route-query.ts';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { CompanyForm } from './company-form.tsx';
import { SignInCard } from './sign-in-card.tsx';
import './company.css';

export default function CompanyPage() {
  const { company } = useMessages();
  const query = useQuery(routeQuery('GET /company'));
  return (
    <div className="page">
      <PageHead title={company.title} text={company.text} />
      <Loaded query={query} lines={10}>
        {(data) => <CompanyForm company={data} />}
      </Loaded>
      <div className="company-form">
        <SignInCard />
      </div>
    </div>
  );
}
