import { Link } from '@tanstack/react-router';
import { buttonClass } from '../button.ts';

interface Props {
	children: string;
	retry: () => void;
}

/** Retries in place; without scripts it is a link to the same page. */
export const Retry = ({ children, retry }: Props) => (
	<Link
		to="."
		search={true}
		className={buttonClass}
		onClick={(event) => {
			event.preventDefault();
			retry();
		}}
	>
		{children}
	</Link>
);
