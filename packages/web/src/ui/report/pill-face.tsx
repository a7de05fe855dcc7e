import { etClock } from '../../lib/format/times.ts';
import { buttonClass } from '../button.ts';
import css from './pill-face.module.css';
import { pillWords as words } from './pill-words.ts';

interface Props {
	/** Time (UTC ms) of a newer report that the reader hasn't accepted yet. */
	waiting: number | undefined;
	/** The newer report's changes, as text; undefined while unknown. */
	changes?: string | undefined;
	/** Accepts the newer report. */
	take: () => void;
	/** Whether the reader has paused notices of new reports. */
	paused: boolean;
	pause: (is: boolean) => void;
}

/** Content of the pill: the newer report's changes, or that notices are paused. */
export function PillFace({ waiting, changes, take, paused, pause }: Props) {
	return paused || waiting === undefined ? (
		<div className={css['pill']} data-pill="">
			<span>{words.paused}</span>
			<button type="button" className={buttonClass} onClick={() => pause(false)}>
				{words.resume}
			</button>
		</div>
	) : (
		<div className={css['pill']} data-pill="">
			<span>{words.newReport(etClock(waiting), changes)}</span>
			<button type="button" className={buttonClass} onClick={() => pause(true)}>
				{words.pause}
			</button>
			<button type="button" className={`${buttonClass} ${css['show']}`} onClick={take}>
				{words.show}
			</button>
		</div>
	);
}
