import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { Button, DownloadLink } from '../../design/button.tsx';
import { Radios, SelectField } from '../../design/field.tsx';
import { Modal } from '../../design/modal.tsx';
import { addMonths } from '../../domain/months.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';

const KINDS = ['receipt', 'contract'] as const;
type Kind = (typeof KINDS)[number];

const MONTHS_OFFERED = 24;

/** Chooses a month's receipts, or contracts, and says how many there are before they are downloaded. */
export function ZipDialog({ onClose }: { onClose: () => void }) {
  const { documents, common } = useMessages();
  const format = useFormat();
  const { language } = useLanguage();
  const today = useSession().businessDate;
  const months = Array.from({ length: MONTHS_OFFERED }, (_, back) => addMonths(today, -back));
  const [kind, setKind] = useState<Kind>('receipt');
  const [ofReceipts, setOfReceipts] = useState(addMonths(today, 0));
  const [ofContracts, setOfContracts] = useState('');
  const month = kind === 'receipt' ? ofReceipts : ofContracts;
  const chosen = month ? { month } : {};
  const count = useQuery(
    routeQuery('GET /documents', { query: { kinds: [kind], downloadable: true, ...chosen, perPage: 1 } }),
  );
  const total = count.isPlaceholderData ? undefined : count.data?.total;
  return (
    <Modal
      open
      onClose={onClose}
      title={documents.zipTitle}
      text={documents.zipText}
      foot={
        <>
          <Button onClick={onClose}>{common.close}</Button>
          {total === 0 ? (
            <Button kind="primary" icon="download" disabled>
              {common.download}
            </Button>
          ) : (
            <DownloadLink
              kind="primary"
              href={fileUrl('GET /documents.zip', { query: { kind, ...chosen, language } })}
            >
              {common.download}
            </DownloadLink>
          )}
        </>
      }
    >
      <Radios<Kind>
        label={documents.zipKind}
        value={kind}
        options={KINDS.map((value) => ({
          value,
          label: documents.zipKinds[value],
          text: documents.zipKindText[value],
        }))}
        onChange={setKind}
      />
      <SelectField
        label={documents.zipMonth}
        value={month}
        options={[
          ...(kind === 'contract' ? [{ value: '', label: documents.zipAllMonths }] : []),
          ...months.map((value) => ({ value, label: format.month(value) })),
        ]}
        onChange={kind === 'receipt' ? setOfReceipts : setOfContracts}
      />
      <p className="small quiet" role="status">
        {total === undefined ? common.loading : documents.zipCount(total)}
      </p>
    </Modal>
  );
}
