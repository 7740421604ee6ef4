import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import type { ListedRequest } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { FilterSelect } from '../../design/filter-select.tsx';
import { PageHead } from '../../design/page.tsx';
import { Segments } from '../../design/segments.tsx';
import { List } from '../../domain/list.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { AnswerMany } from './answer-many.tsx';
import { RequestText } from './request-text.tsx';
import { StrangerList } from './stranger-list.tsx';
import { useRequestsText } from './use-requests-text.ts';

/** As many as can be answered together. */
const PER_PAGE = 100;

const ACTIONS = ['enrol', 'change-plan', 'pause', 'resume', 'cancel', 'withdraw-cancellation'] as const;

/** What employees have asked for on their page. */
export default function RequestsPage() {
  const requests = useRequestsText();
  const { actions, common } = useMessages();
  const format = useFormat();
  const mayChange = useMay('change-people');
  const address = useListAddress();
  const open = address.get('answered') !== 'true';
  const action = ACTIONS.find((each) => each === address.get('action'));
  const [answering, setAnswering] = useState<ListedRequest | null>(null);
  const query = useQuery({
    ...routeQuery('GET /requests', {
      query: { page: address.page, perPage: PER_PAGE, open, ...(action && { action }) },
    }),
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  // Only what is in sight, and still open, is answered together.
  const shown = query.data?.data ?? [];
  const ids = shown.map(({ id }) => id).filter((id) => chosen.has(id));
  const change = (items: readonly ListedRequest[], selects: boolean) =>
    setChosen((before) => {
      const others = [...before].filter((id) => !items.some((item) => item.id === id));
      return new Set([...others, ...(selects ? items.map(({ id }) => id) : [])]);
    });
  return (
    <div className="page">
      <PageHead title={requests.title} text={requests.text} />
      <List
        query={query}
        keyOf={({ id }) => id}
        note={
          open &&
          mayChange && (
            <AnswerMany
              ids={ids}
              clear={() => setChosen(new Set())}
              selectPage={ids.length < shown.length ? () => change(shown, true) : undefined}
            />
          )
        }
        selecting={
          open && mayChange
            ? {
                isSelected: ({ id }) => chosen.has(id),
                onToggle: (item) => change([item], !chosen.has(item.id)),
                labelOf: ({ action: asked, firstName, lastName }) =>
                  requests.select(actions.names[asked], `${firstName} ${lastName}`),
                allLabel: requests.selectPage,
                onToggleAll: change,
              }
            : undefined
        }
        filters={
          <>
            <Segments
              label={requests.shown}
              value={open ? 'open' : 'answered'}
              options={[
                { value: 'open', label: requests.open },
                { value: 'answered', label: requests.answered },
              ]}
              onChange={(value) => address.set({ answered: value === 'answered' ? 'true' : '' })}
            />
            <FilterSelect
              label={requests.kind}
              value={action ?? ''}
              any={requests.anyKind}
              options={ACTIONS.map((value) => ({ value, label: actions.names[value] }))}
              onChange={(value) => address.set({ action: value ?? '' })}
            />
          </>
        }
        none={{
          icon: 'inbox',
          title: open ? requests.none : requests.noneAnswered,
          ...(open && { text: requests.noneText }),
        }}
        columns={[
          {
            title: requests.who,
            className: 'roomy',
            show: ({ employeeId, firstName, lastName }) => (
              <Link href={`/employees/${employeeId}`} className="strong">
                {firstName} {lastName}
              </Link>
            ),
          },
          { title: requests.what, show: (request) => <RequestText request={request} /> },
          {
            title: requests.asked,
            onPhone: 'named',
            className: 'nowrap quiet',
            show: ({ askedAt }) => format.shortMoment(askedAt),
          },
          open
            ? {
                title: common.actions,
                onPhone: 'named',
                end: true,
                show: (request) =>
                  mayChange && (
                    <Button size="small" onClick={() => setAnswering(request)}>
                      {requests.answer}
                    </Button>
                  ),
              }
            : {
                title: common.status,
                onPhone: 'corner',
                show: ({ status }) => requests.states[status],
              },
        ]}
      />
      {open && <StrangerList />}
      {answering && (
        <AnswerDialog
          request={answering}
          name={`${answering.firstName} ${answering.lastName}`}
          onClose={() => setAnswering(null)}
        />
      )}
    </div>
  );
}
