import { Link } from '@tanstack/react-router';
import { buttonClass } from '../button.ts';

interface Props {
	children: string;
	retry: () => void;
}

/** Retries in place; without scripts it is a link to the same page. */
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
