import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/route-query.ts';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { ActsCard } from './acts-card.tsx';
import { JoinCard } from './join-card.tsx';
import { NoteCard } from './note-card.tsx';
import { useOwnPageText } from './use-own-page-text.ts';

/** The settings of the employees' page. */
export default function OwnPagePage() {
  const ownPage = useOwnPageText();
  const company = useQuery(routeQuery('GET /company'));
  return (
    <div className="page">
      <PageHead title={ownPage.title} text={ownPage.text} />
      <Loaded query={company} lines={6}>
        {(data) => (
          <>
            <ActsCard company={data} />
            <NoteCard company={data} />
            <JoinCard company={data} />
          </>
        )}
      </Loaded>
    </div>
  );
}
