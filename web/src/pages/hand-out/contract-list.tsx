import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { urlOf } from '../../api/client.ts';
import { contractsQuery } from '../../api/queries.ts';
import type { Contract } from '../../api/types.ts';
import { Badge } from '../../design/badge.tsx';
import { Button, DownloadLink } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Pager } from '../../design/pager.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { CONTRACT_STATUSES } from '../../domain/vocabulary.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';
import { OfferNewTerms } from './offer-new-terms.tsx';

const PER_PAGE = 25;
const TONES = { pending: 'info', accepted: 'good', rejected: 'bad', withdrawn: 'neutral' } as const;

export function ContractList() {
  const { handOut, vocabulary, common } = useMessages();
  const mayChange = useMayChange();
  const address = useListAddress();
  const [offering, setOffering] = useState(false);
  const statuses = address.get('statuses');
  const query = useQuery(contractsQuery({ statuses, page: address.page, perPage: PER_PAGE }));
  return (
    <div className="stack">
      <Callout>{handOut.contractsText}</Callout>
      <div className="row-between">
        <fieldset className="chips" aria-label={common.status}>
          {['', ...CONTRACT_STATUSES].map((status) => (
            <button
              key={status}
              type="button"
              className="chip"
              aria-pressed={statuses === status}
              onClick={() => address.set({ statuses: status })}
            >
              {status ? vocabulary.contract[status as Contract['status']] : common.all}
            </button>
          ))}
        </fieldset>
        {mayChange && (
          <div className="row">
            <Button size="small" onClick={() => setOffering(true)}>
              {handOut.newTerms}
            </Button>
            <DownloadLink size="small" href={urlOf('/contracts.csv', { statuses })}>
              {common.exportCsv}
            </DownloadLink>
          </div>
        )}
      </div>
      <div className={query.isPlaceholderData ? 'card table-fading' : 'card'}>
        <Loaded query={query} lines={8}>
          {(page) => (
            <>
              <ContractTable contracts={page.data} />
              <Pager {...page} onPage={(next) => address.set({ page: String(next) })} />
            </>
          )}
        </Loaded>
      </div>
      {offering && <OfferNewTerms onClose={() => setOffering(false)} />}
    </div>
  );
}

function ContractTable({ contracts }: { contracts: Contract[] }) {
  const { handOut, documents, employees, vocabulary, common } = useMessages();
  const format = useFormat();
  if (contracts.length === 0)
    return (
      <Empty icon="document" title={handOut.noContracts}>
        {handOut.noContractsText}
      </Empty>
    );
  return (
    <div className="table-scroll">
      <table className="table table-cards">
        <thead>
          <tr>
            <th>{documents.person}</th>
            <th>{handOut.reason}</th>
            <th>{employees.plan}</th>
            <th>{handOut.start}</th>
            <th>{common.status}</th>
            <th>{handOut.link}</th>
          </tr>
        </thead>
        <tbody>
          {contracts.map((contract) => (
            <tr key={contract.id}>
              <td>
                <Link href={`/employees/${contract.employeeId}`} className="strong">
                  {contract.firstName} {contract.lastName}
                </Link>
                <div className="small quiet">{contract.email}</div>
              </td>
              <td>{vocabulary.contractReason[contract.reason]}</td>
              <td className="quiet">{vocabulary.plan[contract.planType]}</td>
              <td className="numbers nowrap" data-label={handOut.start}>
                {contract.plannedStart ? format.day(contract.plannedStart) : '–'}
              </td>
              <td>
                <Badge tone={TONES[contract.status]}>{vocabulary.contract[contract.status]}</Badge>
              </td>
              <td>
                {contract.link ? (
                  <CopyButton text={contract.link} label={handOut.copyLink} />
                ) : (
                  <span className="quiet small">
                    {contract.status === 'pending'
                      ? handOut.linkForAdmins
                      : contract.decidedAt && format.moment(contract.decidedAt)}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
