import { etClock } from '../lib/format/times.ts';
import { buttonClass } from './button.ts';
import css from './report-pill.module.css';
import { words } from './words.ts';

interface Props {
	/** Time of a newer report that waits until the reader wants it. */
	waiting: number | undefined;
	/** What it changes, in words; undefined while that is unknown. */
	changes?: string | undefined;
	take: () => void;
	/** The reader wants to hear of no newer one for now. */
	paused: boolean;
	pause: (is: boolean) => void;
}

/** Floats over the page wherever the reader has scrolled, says that a newer report is out and what it changes, and moves nothing until it is taken. */
export const ReportPill = ({ waiting, changes, take, paused, pause }: Props) => {
	const shown = paused || waiting !== undefined;
	return (
		<div role="status" className={`${css['place']} needs-script`}>
			{!shown ? null : paused ? (
				<div className={css['pill']}>
					<span>{words.paused}</span>
					<button type="button" className={buttonClass} onClick={() => pause(false)}>
						{words.resume}
					</button>
				</div>
			) : (
				<div className={css['pill']}>
					<span>{words.told(etClock(waiting as number), changes)}</span>
					<button type="button" className={buttonClass} onClick={() => pause(true)}>
						{words.pause}
					</button>
					<button type="button" className={`${buttonClass} ${css['show']}`} onClick={take}>
						{words.show}
					</button>
				</div>
			)}
		</div>
	);
};
