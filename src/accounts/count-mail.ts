import { countDown, counterOf, countUp } from '../platform/db/counters-sql.ts';
import type { Sql } from '../platform/db/types.ts';
import { AppError } from '../platform/errors.ts';
import { type LimitedMail, MAIL_DAY_SECONDS, MAILS_PER_DAY } from '../platform/limits.ts';

interface Counted {
  /** The bound that is reached, and the seconds until its time is over. */
  reached?: { bound: 'recipient' | 'company'; max: number; wait: number };
  /** Takes the count back: the mail was not sent. */
  takeBack(): Promise<void>;
}

/** Counts a mail before it is sent, so that simultaneous ones all count. One that has to wait is not counted. */
export async function countMail(
  sql: Sql,
  mail: LimitedMail,
  { companyId, address }: { companyId: number; address: string },
): Promise<Counted> {
  const { toAddressOfCompany, toAddress, ofCompany } = MAILS_PER_DAY[mail];
  const [row] = await sql<{ normal: string }[]>`select normal_email(${address}) as normal`;
  const bounds = [
    {
      subject: `${mail} mails of ${companyId} to ${row?.normal}`,
      max: toAddressOfCompany,
      bound: 'recipient',
    },
    { subject: `${mail} mails to ${row?.normal}`, max: toAddress, bound: 'recipient' },
    { subject: `${mail} mails of ${companyId}`, max: ofCompany, bound: 'company' },
  ] as const;
  const counted: Buffer[] = [];
  const takeBack = async () => {
    for (const counter of counted) await countDown(sql, counter);
  };
  for (const { subject, max, bound } of bounds) {
    const counter = counterOf(subject);
    const { wait } = await countUp(sql, counter, { max, seconds: MAIL_DAY_SECONDS });
    counted.push(counter);
    if (wait === undefined) continue;
    await takeBack();
    return { reached: { bound, max, wait }, takeBack: async () => {} };
  }
  return { takeBack };
}

/** For mails that a user of the portal sends one by one: beyond the bound, the request is refused. */
export async function requireMailAllowed(
  sql: Sql,
  mail: LimitedMail,
  to: { companyId: number; address: string },
): Promise<void> {
  const { reached } = await countMail(sql, mail, to);
  if (!reached) return;
  const { bound, max, wait } = reached;
  throw new AppError(
    'too-many-mails',
    bound === 'recipient'
      ? `This address has had ${max} such mails in 24 hours. Please try again later.`
      : `Your company has sent ${max} such mails in 24 hours. Please try again later.`,
    { retryAfterSeconds: wait, values: { bound, most: max } },
  );
}
