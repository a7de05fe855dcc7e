import page from '../../ui/page.module.css';
import { Retry } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { words } from './words.ts';

/** Replaces a page that threw an error. */
export function Crash() {
	return (
		<div className={page['page']}>
			<StateBox heading="h1" title={common.failed} detail={words.crashedDetail}>
				<Retry retry={() => location.reload()}>{words.reload}</Retry>
			</StateBox>
		</div>
	);
}
