import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Segments } from '../../design/segments.tsx';
import { useWidth } from '../../design/use-width.ts';
import { useFormat } from '../../language/use-format.ts';
import './outbox.css';
import { useOutboxText } from '../../domain/use-outbox-text.ts';

export default function OutboxMailPage({ id }: { id: number }) {
  const outbox = useOutboxText();
  const format = useFormat();
  const [form, setForm] = useState<'html' | 'text'>('html');
  const query = useQuery(routeQuery('GET /outbox/:id', { params: { id } }));
  return (
    <div className="page">
      <PageHead
        title={query.data?.subject ?? outbox.title}
        back={{ to: '/outbox', label: outbox.back }}
        actions={
          <Segments
            label={outbox.form}
            value={form}
            options={[
              { value: 'html', label: outbox.asHtml },
              { value: 'text', label: outbox.asText },
            ]}
            onChange={setForm}
          />
        }
      />
      <Loaded query={query}>
        {(mail) => (
          <div className="card">
            <dl className="card-body outbox-head">
              <dt>{outbox.from}</dt>
              <dd>{mail.from}</dd>
              <dt>{outbox.to}</dt>
              <dd>{mail.to}</dd>
              <dt>{outbox.kind}</dt>
              <dd>{outbox.kinds[mail.kind]}</dd>
              <dt>{outbox.at}</dt>
              <dd>{format.moment(mail.sentAt)}</dd>
            </dl>
            {form === 'html' ? (
              <MailFrame
                title={outbox.frame(mail.subject)}
                src={fileUrl('GET /outbox/:id/html', { params: { id } })}
              />
            ) : (
              <pre className="outbox-mail outbox-text">
                <LinkedText text={mail.text} />
              </pre>
            )}
          </div>
        )}
      </Loaded>
    </div>
  );
}

/**
 * Shows the whole mail, as high as it is. To measure it the frame has the portal's origin, which nothing in it can use: it
 * runs no scripts. The answer has the same restrictions in its policy, for browsers that open it outside of this frame.
 */
function MailFrame({ title, src }: { title: string; src: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [box, width] = useWidth();
  const fit = useCallback(() => {
    const mail = frame.current?.contentDocument?.documentElement;
    if (!frame.current || !mail) return;
    // A frame that is higher than the mail would count as the height of the mail.
    frame.current.style.height = '0';
    const { offsetHeight: border } = frame.current;
    frame.current.style.height = `${mail.scrollHeight + border}px`;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a narrower mail is higher
  useEffect(fit, [fit, width]);
  return (
    <div ref={box}>
      <iframe
        ref={frame}
        className="outbox-mail"
        title={title}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        src={src}
        onLoad={fit}
      />
    </div>
  );
}

const ADDRESS = /(https?:\/\/\S+)/;

/** Mail programs make links of addresses in a text. */
function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, index) =>
    ADDRESS.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
      <a key={index} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
