import { etClock } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { NewReport } from '../../ui/new-report.tsx';
import css from './report-chip.module.css';
import { words } from './words.ts';

interface Props {
	/** Time of the report that is being read; null when there is none yet, undefined while that is unknown. */
	shown: number | null | undefined;
	/** Time of a newer one that waits until the reader wants it. */
	waiting: number | undefined;
	take: () => void;
}

/** Which report is being read, and a quiet chip when there is a newer one. */
export const ReportChip = ({ shown, waiting, take }: Props) => (
	<div className={css['chips']} aria-live="polite">
		<NewReport waiting={waiting} take={take} />
		<span className={css['latest']}>
			{shown === undefined ? (
				'…'
			) : shown === null ? (
				words.noReport
			) : (
				<EtTime ms={shown}>{waiting === undefined ? words.latest(etClock(shown)) : words.reading(etClock(shown))}</EtTime>
			)}
		</span>
	</div>
);
