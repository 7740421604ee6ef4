import { Tabs } from '@base-ui/react/tabs';
import { useLocation } from 'wouter';
import { fileUrl } from '../../api/client.ts';
import { DownloadLink } from '../../design/button.tsx';
import { PageHead } from '../../design/page.tsx';
import { useMailsEmployees } from '../../domain/use-mails-employees.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { ContractList } from './contract-list.tsx';
import { UndeliverableList } from './undeliverable-list.tsx';
import { useReminderText } from './use-reminder-text.ts';
import { WalletList } from './wallet-list.tsx';

export default function HandOutPage({ kind }: { kind?: string }) {
  const { handOut } = useMessages();
  const reminders = useReminderText();
  const { language } = useLanguage();
  const [, go] = useLocation();
  // Viewers see no wallet links.
  const mayChange = useMay('change-people');
  return (
    <div className="page">
      <PageHead
        title={handOut.title}
        text={useMailsEmployees() ? handOut.mailedText : handOut.text}
        actions={
          mayChange && (
            <DownloadLink size="small" href={fileUrl('GET /page-links.csv', { query: { language } })}>
              {handOut.pages}
            </DownloadLink>
          )
        }
      />
      <Tabs.Root
        className="page"
        value={kind === 'undeliverable' || (kind === 'wallets' && mayChange) ? kind : 'contracts'}
        onValueChange={(value) => go(`/links/${String(value)}`)}
      >
        <Tabs.List className="tabs">
          <Tabs.Tab className="tab" value="contracts">
            {handOut.contracts}
          </Tabs.Tab>
          {mayChange && (
            <Tabs.Tab className="tab" value="wallets">
              {handOut.wallets}
            </Tabs.Tab>
          )}
          <Tabs.Tab className="tab" value="undeliverable">
            {reminders.undeliverable}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="contracts">
          <ContractList />
        </Tabs.Panel>
        <Tabs.Panel value="undeliverable">
          <UndeliverableList />
        </Tabs.Panel>
        {mayChange && (
          <Tabs.Panel value="wallets">
            <WalletList />
          </Tabs.Panel>
        )}
      </Tabs.Root>
    </div>
  );
}
