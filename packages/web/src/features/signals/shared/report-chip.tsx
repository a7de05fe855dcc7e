import { etClockOn } from '../../../lib/format/times.ts';
import { EtTime } from '../../../ui/et-time.tsx';
import css from './report-chip.module.css';
import { words } from './words.ts';

interface Props {
	/** Time of the open report; null when there is none yet, undefined while unknown. */
	shown: number | null | undefined;
	/** Whether a newer one is available. */
	waits: boolean;
	/** The market clock: a report of another day is shown with its date. */
	now: number | undefined;
}

/** Shows the open report. */
export function ReportChip({ shown, waits, now }: Props) {
	return (
		<span className={css['latest']} data-reading={shown == null ? undefined : words.reading(etClockOn(shown, now))}>
			{shown === undefined ? (
				'…'
			) : shown === null ? (
				words.noReport
			) : (
				<EtTime ms={shown}>{waits ? words.reading(etClockOn(shown, now)) : words.latest(etClockOn(shown, now))}</EtTime>
			)}
		</span>
	);
}
