import { useCallback, useEffect, useState } from 'react';
import { dataOfPage, Refusal, readData } from './api.ts';
import { Content } from './content.tsx';
import { Frame } from './frame.tsx';
import { Gate } from './gate.tsx';
import { Join } from './join.tsx';
import { RequestLink } from './request-link.tsx';
import type { PageData } from './routes.ts';
import { Trouble } from './trouble.tsx';
import { m } from './words.ts';

/** The path of the link, without a slash at its end. */
const ENTERED_BY = location.pathname.replace(/(?<!\/)\/+$/, '');

export function App() {
  const { problem } = document.documentElement.dataset;
  if (problem) return <Trouble code={problem} />;
  if (ENTERED_BY === '/me') return <RequestLink />;
  if (ENTERED_BY.startsWith('/join/')) return <Join path={ENTERED_BY} />;
  return <PageOfLink />;
}

function PageOfLink() {
  const [data, setData] = useState(dataOfPage<PageData>);
  const [refusal, setRefusal] = useState<Refusal>();
  // Kept until the page is left, so that signing does not ask for it a second time.
  const [dateOfBirth, setDateOfBirth] = useState('');
  const [isLeft, setLeft] = useState(false);
  const [path, setPath] = useState(ENTERED_BY);

  const load = useCallback(async () => {
    try {
      const read = await readData(path);
      setData((before) => keepNotice(read, before));
    } catch (error) {
      setRefusal(error instanceof Refusal ? error : new Refusal('internal-error'));
    }
  }, [path]);

  const permanentPath = data?.page?.path;
  useEffect(() => {
    if (!data) void load();
    // A contract link leads to the page. Bookmarks then hold the permanent link.
    if (permanentPath && permanentPath !== path) {
      history.replaceState(null, '', permanentPath);
      setPath(permanentPath);
    }
  }, [data, permanentPath, path, load]);

  if (refusal) return <Trouble code={refusal.code} />;
  if (!data) return <p className="me-loading quiet">{m.loading}</p>;
  const { page, isSpecimen } = data;
  return (
    <Frame isSpecimen={isSpecimen}>
      {page ? (
        <Content
          page={page}
          dateOfBirth={dateOfBirth}
          isJustOpened={dateOfBirth !== ''}
          isSpecimen={isSpecimen}
          reload={load}
          leave={() => {
            setDateOfBirth('');
            setLeft(true);
            setData({ isSpecimen, page: null });
          }}
        />
      ) : (
        <Gate
          path={path}
          isJustLeft={isLeft}
          opened={(given) => {
            setDateOfBirth(given);
            return load();
          }}
        />
      )}
    </Frame>
  );
}

/** The permanent link knows nothing of the contract that another link was for. */
function keepNotice(read: PageData, before: PageData | undefined): PageData {
  const notice = read.page?.notice ?? before?.page?.notice ?? null;
  return read.page ? { ...read, page: { ...read.page, notice } } : read;
}
