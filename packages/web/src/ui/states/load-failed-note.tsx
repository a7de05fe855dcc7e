import panel from '../panel.module.css';
import { words } from '../words.ts';
import { Retry } from './retry.tsx';

interface Props {
	/** What failed to load, as a sentence. */
	children: string;
	retry: () => unknown;
}

/** Replaces a part of a page that failed to load, with a retry button. */
export function LoadFailedNote({ children, retry }: Props) {
	return (
		<div className={panel['note']} role="status">
			<p>{children}</p>
			<Retry retry={() => void retry()}>{words.retry}</Retry>
		</div>
	);
}
