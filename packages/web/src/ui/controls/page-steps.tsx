import { Link, type LinkProps } from '@tanstack/react-router';
import { buttonClass } from '../button.ts';
import { words } from '../words.ts';
import css from './page-steps.module.css';

interface Props {
	label: string;
	/** Shown between the links: '1–10 of 412'. */
	text: string;
	previous: LinkProps | undefined;
	next: LinkProps | undefined;
}

/** Pagination of a list whose page is in the URL. */
export function PageSteps({ label, text, previous, next }: Props) {
	return (
		<nav className={css['pager']} aria-label={label}>
			<Step label={words.previousPage} sign="‹" link={previous} />
			<span>{text}</span>
			<Step label={words.nextPage} sign="›" link={next} />
		</nav>
	);
}

function Step({ label, sign, link }: { label: string; sign: string; link: LinkProps | undefined }) {
	return link === undefined ? (
		<span className={buttonClass} aria-disabled="true" aria-hidden="true">
			{sign}
		</span>
	) : (
		<Link {...link} className={buttonClass} activeOptions={{ exact: true }} aria-label={label} resetScroll={false}>
			{sign}
		</Link>
	);
}
