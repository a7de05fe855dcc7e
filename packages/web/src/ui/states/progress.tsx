import { useId } from 'react';
import css from './progress.module.css';

interface Props {
	/** 0 to 1. */
	share: number;
	/** Returns the text for a whole percentage. */
	words: (percent: number) => string;
}

/** Shows the progress of a long job as a bar and as text. */
export function Progress({ share, words }: Props) {
	const id = useId();
	const percent = Math.round(share * 100);
	return (
		<div className={css['progress']}>
			<p id={id}>{words(percent)}</p>
			<progress className={css['bar']} max={100} value={percent} aria-labelledby={id} />
		</div>
	);
}
