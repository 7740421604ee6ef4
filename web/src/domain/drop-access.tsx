import type { DropAccess } from '../api/routes.ts';
import { Card } from '../design/card.tsx';
import { CopyButton } from '../design/copy.tsx';
import { useConnectText } from './use-connect-text.ts';
import './drop-access.css';

/** Where the system sends its files. */
export function DropAccessCard({ access: { url, folder } }: { access: DropAccess }) {
  const { drop } = useConnectText();
  const command = `curl -T people.csv -u "${drop.username}:${drop.password}" ${url}`;
  const facts = [
    [drop.address, url],
    [drop.command, command],
    ...(folder === null ? [] : [[drop.folder, folder]]),
  ] as const;
  return (
    <Card title={drop.title} text={drop.text}>
      <div className="stack">
        <dl className="facts drop-access">
          {facts.map(([label = '', value = '']) => (
            <div key={label} className="facts-pair">
              <dt>{label}</dt>
              <dd className="row">
                <span className="mono">{value}</span>
                <CopyButton text={value} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="quiet">{drop.key}</p>
        {folder !== null && <p className="quiet">{drop.folderText}</p>}
      </div>
    </Card>
  );
}
