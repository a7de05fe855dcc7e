import { Link, type LinkProps } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.ts';
import { StateBox } from '../../ui/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import css from './ticker.module.css';
import { tickerWords as words } from './words.ts';

/** What a trader sees where the report has no such ticker. */
export const NotInReport = ({ latest }: { latest: LinkProps }) => (
	<div className={css['page']}>
		<StateBox heading="h1" title={common.notFound} detail={words.notInReport}>
			<Link {...latest} className={buttonClass}>
				{common.toLatest}
			</Link>
			<Link to="/main" className={buttonClass}>
				{common.toList}
			</Link>
		</StateBox>
	</div>
);
