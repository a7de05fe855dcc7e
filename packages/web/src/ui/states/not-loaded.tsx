import panel from '../panel.module.css';
import { words } from '../words.ts';
import { Retry } from './load-failed.tsx';
import { StateBox } from './state-box.tsx';

interface Props {
	isError: boolean;
	/** What failed to load, as a sentence. */
	detail: string;
	retry: () => unknown;
}

/** Replaces content while it loads, or after it failed to load, with a retry button. */
export function NotLoaded({ isError, detail, retry }: Props) {
	if (!isError) return <p aria-busy="true">{words.loading}</p>;
	return (
		<StateBox title={words.failed} detail={detail}>
			<Retry retry={() => void retry()}>{words.retry}</Retry>
		</StateBox>
	);
}

interface LoadFailedNoteProps {
	/** What failed to load, as a sentence. */
	children: string;
	retry: () => unknown;
}

/** Replaces a part of a page that failed to load, with a retry button. */
export function LoadFailedNote({ children, retry }: LoadFailedNoteProps) {
	return (
		<div className={panel['note']} role="status">
			<p>{children}</p>
			<Retry retry={() => void retry()}>{words.retry}</Retry>
		</div>
	);
}
