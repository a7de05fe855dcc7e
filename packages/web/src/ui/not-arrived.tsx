import panel from './panel.module.css';
import { Retry } from './retry.tsx';
import { words } from './words.ts';

interface Props {
	/** What did not arrive, as a sentence. */
	children: string;
	retry: () => unknown;
}

/** In place of a part of a page that did not arrive: says so, and asks again. */
export const NotArrived = ({ children, retry }: Props) => (
	<div className={panel['note']} role="status">
		<p>{children}</p>
		<Retry retry={() => void retry()}>{words.retry}</Retry>
	</div>
);
