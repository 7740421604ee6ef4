import { useState } from 'react';
import { Radios, SelectField, TextField } from '../design/field.tsx';
import { useSession } from '../session/context.ts';
import { hoursOf, timeOf } from './schedule.ts';
import { useConnectText } from './use-connect-text.ts';

const MODES = ['usual', 'daily', 'hourly', 'manual'] as const;
type Mode = (typeof MODES)[number];
const HOURS = [1, 2, 3, 4, 6, 8, 12] as const;
const USUAL_HOURS = 6;

/** When rosters are fetched: `daily 02:30`, `every 6 hours` or `manual`. Null while the time is missing. */
export function ScheduleField({
  initial,
  usual,
  onChange,
}: {
  initial: string;
  usual: string;
  onChange: (schedule: string | null) => void;
}) {
  const connect = useConnectText();
  const { timeZone } = useSession().company;
  const [mode, setMode] = useState<Mode>(() => modeOf(initial, usual));
  const [time, setTime] = useState(timeOf(initial) ?? timeOf(usual) ?? '');
  const [hours, setHours] = useState(hoursOf(initial) ?? USUAL_HOURS);
  const change = (next: { mode?: Mode; time?: string; hours?: number }) => {
    const chosen = { mode, time, hours, ...next };
    setMode(chosen.mode);
    setTime(chosen.time);
    setHours(chosen.hours);
    onChange(written(chosen, usual));
  };
  const labels = { ...connect, usual: connect.usual(timeOf(usual) ?? '') };
  const offered = HOURS.some((each) => each === hours) ? HOURS : [...HOURS, hours];
  return (
    <>
      <Radios
        label={connect.schedule}
        value={mode}
        options={MODES.map((value) => ({ value, label: labels[value], text: connect.scheduleText[value] }))}
        onChange={(value) => change({ mode: value })}
      />
      {mode === 'daily' && (
        <TextField
          label={connect.time}
          help={connect.timeHelp(timeZone)}
          type="time"
          value={time}
          onChange={(value) => change({ time: value })}
        />
      )}
      {mode === 'hourly' && (
        <SelectField
          label={connect.hours}
          value={String(hours)}
          options={offered.map((each) => ({ value: String(each), label: connect.everyHours(each) }))}
          onChange={(value) => change({ hours: Number(value) })}
        />
      )}
    </>
  );
}

function modeOf(schedule: string, usual: string): Mode {
  if (schedule === usual) return 'usual';
  if (timeOf(schedule) !== undefined) return 'daily';
  return hoursOf(schedule) === undefined ? 'manual' : 'hourly';
}

function written(chosen: { mode: Mode; time: string; hours: number }, usual: string): string | null {
  switch (chosen.mode) {
    case 'usual':
      return usual;
    case 'daily':
      return chosen.time === '' ? null : `daily ${chosen.time}`;
    case 'hourly':
      return `every ${chosen.hours} hours`;
    case 'manual':
      return 'manual';
  }
}
