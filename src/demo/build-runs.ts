import { createHash } from 'node:crypto';
import type { Row } from './demo-sql.ts';
import type { Link } from './person.ts';
import { addDays, type Timeline } from './timeline.ts';

/** The roster of one night and its outcome. */
export interface Run {
  id: number;
  date: string;
  acceptedAt: Date;
  finishedAt: Date;
  status: 'succeeded' | 'failed' | 'superseded';
}

/** Nights before the latest one. */
const FAILED_NIGHT = 12;
const SUPERSEDED_NIGHT = 6;
const RESUBMITTED_NIGHT = 9;

/** The dates of all nights with a roster, from the first to the last one that has passed. */
export function nightsOf(timeline: Timeline, first: string, time: string): string[] {
  const nights: string[] = [];
  for (let date = first; new Date(`${date}T${time}Z`) < timeline.now; date = addDays(date, 1))
    nights.push(date);
  return nights;
}

export function buildRuns(
  nights: readonly string[],
  time: string,
  ids: readonly number[],
  isSmooth: boolean,
): Run[] {
  return nights.map((date, index) => {
    const night = nights.length - index;
    const acceptedAt = new Date(`${date}T${time}Z`);
    const status = isSmooth ? 'succeeded' : statusOf(night);
    // A held run lasts until the next one supersedes it.
    const seconds = status === 'superseded' ? 24 * 60 * 60 : 1 + ((index * 7) % 13) / 10;
    const finishedAt = new Date(acceptedAt.getTime() + seconds * 1000);
    return { id: ids[index] ?? 0, date, acceptedAt, finishedAt, status };
  });
}

function statusOf(night: number): Run['status'] {
  if (night === FAILED_NIGHT) return 'failed';
  return night === SUPERSEDED_NIGHT ? 'superseded' : 'succeeded';
}

/** The run that added a person, and the run that no longer listed them. */
export interface Stay {
  added: Run;
  lastListed: Run | undefined;
  ended: Run | undefined;
}

export function stayOf(link: Link, runs: readonly Run[], timeline: Timeline): Stay {
  const applied = runs.filter(({ status }) => status === 'succeeded');
  const seenOn = link.seen === undefined ? '' : timeline.day(link.seen, 9);
  const added = applied.find(({ date }) => date >= seenOn);
  if (!added) throw new Error('no roster of the demo is late enough for this link');
  if (link.omitted === undefined) return { added, lastListed: undefined, ended: undefined };
  const omittedOn = timeline.day(link.omitted, 20);
  const index = applied.findIndex(({ date }) => date >= omittedOn);
  return { added, lastListed: applied[index - 1], ended: applied[index] };
}

export function runRows(runs: readonly Run[], stays: readonly Stay[]): Row[] {
  const arrivals = Map.groupBy(stays, ({ added }) => added);
  const departures = Map.groupBy(stays, ({ ended }) => ended);
  let listed = 0;
  return runs.map((run, index) => {
    const night = runs.length - index;
    const added = arrivals.get(run)?.length ?? 0;
    const offboarded = departures.get(run)?.length ?? 0;
    listed += added - offboarded;
    const updated = added === 0 && index % 9 === 4 ? 1 : 0;
    const syncId = `roster-${run.date}`;
    return {
      id: run.id,
      sync_id: syncId,
      accept_seq: index + 1,
      status: run.status,
      body_digest: `\\x${createHash('sha256').update(syncId).digest('hex')}`,
      entry_count: listed,
      resubmissions: night === RESUBMITTED_NIGHT ? 1 : 0,
      resubmitted_differently: false,
      attempts: run.status === 'failed' ? 3 : 1,
      counts:
        run.status === 'failed' ? {} : { added, updated, unchanged: listed - added - updated, offboarded },
      problems: [],
      failure:
        run.status === 'failed'
          ? 'The database could not be reached in three attempts. Nothing was changed.'
          : null,
      created_at: run.acceptedAt,
      accepted_at: run.acceptedAt,
      started_at: new Date(run.acceptedAt.getTime() + 400),
      finished_at: run.finishedAt,
    };
  });
}
