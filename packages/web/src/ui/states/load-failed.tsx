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
