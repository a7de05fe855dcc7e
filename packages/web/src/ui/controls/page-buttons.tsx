import { buttonClass } from '../button.ts';
import { words } from '../words.ts';
import css from './page-steps.module.css';

interface Props {
	label: string;
	/** Shown between the buttons: '1–10 of 412'. */
	text: string;
	/** Undefined on the first page. */
	previous: (() => void) | undefined;
	/** Undefined on the last page. */
	next: (() => void) | undefined;
}

/** Pagination of a table whose page isn't in the URL. On the first and last page, both buttons stay, so that the focus isn't lost. */
export function PageButtons({ label, text, previous, next }: Props) {
	return (
		<nav className={css['pager']} aria-label={label}>
			<button type="button" className={buttonClass} aria-label={words.previousPage} aria-disabled={!previous} onClick={previous}>
				‹
			</button>
			<span role="status">{text}</span>
			<button type="button" className={buttonClass} aria-label={words.nextPage} aria-disabled={!next} onClick={next}>
				›
			</button>
		</nav>
	);
}
