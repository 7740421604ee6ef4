import { makeCompany } from '../../test/hr-systems/people.ts';
import { startHrSystem } from '../../test/hr-systems/serve.ts';
import { receive, reply } from '../child.ts';

export interface VendorTask {
  people: number;
  today: string;
  answerMs: number;
}

export interface Playing {
  url: string;
  credentials: Readonly<Record<string, string>>;
}

// A separate process: playing the HR system takes more time than asking it.
const { people, today, answerMs } = await receive<VendorTask>();
const { url, credentials } = await startHrSystem('personio', {
  company: makeCompany({ people, today }),
  answerMs,
});
reply<Playing>({ url, credentials });
