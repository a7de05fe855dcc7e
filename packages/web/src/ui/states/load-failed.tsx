import { Link } from '@tanstack/react-router';
import { buttonClass } from '../button.ts';
import { words } from '../words.ts';

export function LoadFailed({ retry }: { retry: () => void }) {
	return (
		<p role="alert">
			{words.loadFailed}{' '}
			<button type="button" className={buttonClass} onClick={retry}>
				{words.retry}
			</button>
		</p>
	);
}

interface Props {
	children: string;
	retry: () => void;
}

/** Tries again without leaving the page. Without scripts, this is a link to the same page. */
export function Retry({ children, retry }: Props) {
	return (
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
}
