import { Link, type LinkProps } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.ts';
import { archivedWords } from '../../ui/report/archived-words.ts';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import type { MissingReason } from './queries.ts';
import css from './ticker.module.css';
import { missingWords as words } from './words.ts';

interface Props {
	reason: Exclude<MissingReason, 'allowance'>;
	/** Link to the same ticker in the newest report. */
	latest: LinkProps;
}

/** Replaces the details when a visitor has used up the daily allowance. */
export function AllowanceUsedUp() {
	return (
		<StateBox title={words.limitReached} detail={words.limitNext}>
			<Link to="/prices" className={buttonClass}>
				{words.toPrices}
			</Link>
			<ToList />
		</StateBox>
	);
}

function ToList() {
	return (
		<Link to="/main" className={buttonClass}>
			{common.toList}
		</Link>
	);
}

/** Explains why a ticker isn't shown, and offers the next step. */
export function MissingTicker({ reason, latest }: Props) {
	return (
		<div className={css['page']}>
			{reason === 'report' ? (
				<StateBox heading="h1" title={common.notFound} detail={words.notInReport}>
					<Link {...latest} className={buttonClass}>
						{archivedWords.toLatest}
					</Link>
					<ToList />
				</StateBox>
			) : (
				<StateBox heading="h1" title={words.unknown} detail={words.unknownNext}>
					<Link to="/search" className={buttonClass}>
						{words.toSearch}
					</Link>
					<ToList />
				</StateBox>
			)}
		</div>
	);
}
