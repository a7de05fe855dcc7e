import { etClock } from '../lib/format/times.ts';
import { buttonClass } from './button.ts';
import css from './new-report.module.css';
import { words } from './words.ts';

interface Props {
	/** Time of a newer report that waits until the reader wants it. */
	waiting: number | undefined;
	take: () => void;
}

/** A quiet offer of the newer report; nothing moves until it is taken. */
export const NewReport = ({ waiting, take }: Props) =>
	waiting === undefined ? null : (
		<button type="button" className={`${buttonClass} ${css['newer']}`} onClick={take}>
			{words.newReport(etClock(waiting))}
		</button>
	);
