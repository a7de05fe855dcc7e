import { etClock } from '../../lib/format/times.ts';
import { buttonClass } from '../button.ts';
import css from './pill-face.module.css';
import { pillWords as words } from './pill-words.ts';

interface Props {
	/** Time (UTC ms) of a newer report that the reader hasn't accepted yet. */
	newer: number | undefined;
	/** The newer report's changes, as text; undefined while unknown. */
	changes?: string | undefined;
	/** Accepts the newer report. */
	accept: () => void;
	/** Whether the reader has paused notices of new reports. */
	paused: boolean;
	setPaused: (paused: boolean) => void;
}

/** Shows the newer report's changes, or that notices are paused. */
export function PillFace({ newer, changes, accept, paused, setPaused }: Props) {
	return paused || newer === undefined ? (
		<div className={css['pill']} data-pill="">
			<span>{words.paused}</span>
			<button type="button" className={buttonClass} onClick={() => setPaused(false)}>
				{words.resume}
			</button>
		</div>
	) : (
		<div className={css['pill']} data-pill="">
			<span>{words.newReport(etClock(newer), changes)}</span>
			<button type="button" className={buttonClass} onClick={() => setPaused(true)}>
				{words.pause}
			</button>
			<button type="button" className={`${buttonClass} ${css['show']}`} onClick={accept}>
				{words.show}
			</button>
		</div>
	);
}
