import { etClockOn } from '../../../lib/format/times.ts';
import { EtTime } from '../../../ui/et-time.tsx';
import css from './report-chip.module.css';
import { words } from './words.ts';

interface Props {
	/** Time of the open report in ms; null if there is none yet, undefined while unknown. */
	reportMs: number | null | undefined;
	/** Whether a newer report is available. */
	hasNewer: boolean;
	/** Market time in ms. A report of another day is shown with its date. */
	now: number | undefined;
}

/** Shows the time of the open report. */
export function ReportChip({ reportMs, hasNewer, now }: Props) {
	const clock = reportMs == null ? '' : etClockOn(reportMs, now);
	return (
		<span className={css['latest']} data-reading={clock ? words.reading(clock) : undefined}>
			{reportMs === undefined ? (
				'…'
			) : reportMs === null ? (
				words.noReport
			) : (
				<EtTime ms={reportMs}>{hasNewer ? words.reading(clock) : words.latest(clock)}</EtTime>
			)}
		</span>
	);
}
