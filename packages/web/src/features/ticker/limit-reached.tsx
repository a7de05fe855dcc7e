import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.ts';
import { StateBox } from '../../ui/state-box.tsx';
import css from './ticker.module.css';
import { tickerWords as words } from './words.ts';

/** What a visitor sees where a ticker is unknown or the day's free ones are used up: the answer does not tell them apart. */
export const LimitReached = () => (
	<div className={css['page']}>
		<StateBox heading="h1" title={words.limitReached} detail={words.limitNext}>
			<Link to="/main" className={buttonClass}>
				{words.limitLink}
			</Link>
		</StateBox>
	</div>
);
