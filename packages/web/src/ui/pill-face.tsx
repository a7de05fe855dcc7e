import { etClock } from '../lib/format/times.ts';
import { buttonClass } from './button.ts';
import css from './pill-face.module.css';
import { pillWords as words } from './pill-words.ts';

interface Props {
	/** Time of a newer report that waits until the reader wants it. */
	waiting: number | undefined;
	/** What the newer report changes, as text; undefined while that is unknown. */
	changes?: string | undefined;
	take: () => void;
	/** The reader has paused news of newer reports. */
	paused: boolean;
	pause: (is: boolean) => void;
}

/** What a pill says: what the report that waits changes, or that newer ones wait in silence. */
export const PillFace = ({ waiting, changes, take, paused, pause }: Props) =>
	paused || waiting === undefined ? (
		<div className={css['pill']} data-pill="">
			<span>{words.paused}</span>
			<button type="button" className={buttonClass} onClick={() => pause(false)}>
				{words.resume}
			</button>
		</div>
	) : (
		<div className={css['pill']} data-pill="">
			<span>{words.told(etClock(waiting), changes)}</span>
			<button type="button" className={buttonClass} onClick={() => pause(true)}>
				{words.pause}
			</button>
			<button type="button" className={`${buttonClass} ${css['show']}`} onClick={take}>
				{words.show}
			</button>
		</div>
	);
