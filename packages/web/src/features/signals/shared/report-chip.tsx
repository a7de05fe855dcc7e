import { etClockOn } from '../../../lib/format/times.ts';
import { EtTime } from '../../../ui/et-time.tsx';
import css from './report-chip.module.css';
import { words } from './words.ts';

interface Props {
	/** Time of the open report in ms; null if there is none yet, undefined while unknown. */
	shown: number | null | undefined;
	/** Whether a newer report is available. */
	hasNewer: boolean;
	/** Market time in ms. A report of another day is shown with its date. */
	now: number | undefined;
}

/** Shows the time of the open report. */
export function ReportChip({ shown, hasNewer, now }: Props) {
	const clock = shown == null ? '' : etClockOn(shown, now);
	return (
		<span className={css['latest']} data-reading={clock ? words.reading(clock) : undefined}>
			{shown === undefined ? (
				'…'
			) : shown === null ? (
				words.noReport
			) : (
				<EtTime ms={shown}>{hasNewer ? words.reading(clock) : words.latest(clock)}</EtTime>
			)}
		</span>
	);
}
