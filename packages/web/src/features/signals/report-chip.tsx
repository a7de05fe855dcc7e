import { etClock } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import css from './report-chip.module.css';
import { words } from './words.ts';

interface Props {
	/** Time of the report that is being read; null when there is none yet, undefined while that is unknown. */
	shown: number | null | undefined;
	/** Whether a newer one waits until the reader wants it. */
	waits: boolean;
}

/** Which report is being read. */
export const ReportChip = ({ shown, waits }: Props) => (
	<span className={css['latest']} data-reading={shown == null ? undefined : words.reading(etClock(shown))}>
		{shown === undefined ? (
			'…'
		) : shown === null ? (
			words.noReport
		) : (
			<EtTime ms={shown}>{waits ? words.reading(etClock(shown)) : words.latest(etClock(shown))}</EtTime>
		)}
	</span>
);
