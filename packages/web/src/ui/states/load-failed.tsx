import { buttonClass } from '../button.ts';
import { words } from '../words.ts';

export const LoadFailed = ({ retry }: { retry: () => void }) => (
	<p role="alert">
		{words.loadFailed}{' '}
		<button type="button" className={buttonClass} onClick={retry}>
			{words.retry}
		</button>
	</p>
);
