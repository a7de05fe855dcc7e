import { words } from '../words.ts';
import { Retry } from './retry.tsx';
import { StateBox } from './state-box.tsx';

interface Props {
	isError: boolean;
	/** What failed to load, as a sentence. */
	detail: string;
	retry: () => unknown;
}

/** In place of content: that it is loading, or that it failed, with a retry button. */
export function NotLoaded({ isError, detail, retry }: Props) {
	if (!isError) return <p aria-busy="true">{words.loading}</p>;
	return (
		<StateBox title={words.failed} detail={detail}>
			<Retry retry={() => void retry()}>{words.retry}</Retry>
		</StateBox>
	);
}
