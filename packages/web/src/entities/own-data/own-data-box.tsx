import { formatCount } from '../../lib/format/numbers.ts';
import { buttonClass } from '../../ui/button.ts';
import { StateBox } from '../../ui/states/state-box.tsx';

/** Texts for readers who are not allowed to see the market's prices. */
const words = {
	/** 'Your data is here: 4,876 reports, 12 tickers.' */
	title: (reports: number, tickers: number) =>
		`Your data is here: ${formatCount(reports)} ${reports === 1 ? 'report' : 'reports'}, ${formatCount(tickers)} ${tickers === 1 ? 'ticker' : 'tickers'}.`,
	/** Shown until the numbers are known. */
	titleAlone: 'Your data is here.',
	detail: 'Prices from this source can’t be shown publicly.',
	signIn: 'Sign in',
	plans: 'See plans',
	noAdministrator: 'There is no administrator yet. The server prints how to become one when it starts.',
} as const;

interface Props {
	/** Numbers of published reports and of tickers in the newest report; undefined while unknown. */
	counts: { reports: number; tickers: number } | undefined;
	hasAdministrator: boolean;
	/** Whether the reader is signed in, but has no licence. */
	isSignedIn?: boolean;
	/** URL of this page. Sign-in returns to it. */
	returnUrl: string;
}

/** Replaces lists and tables that the reader is not allowed to see. Says that the market is loaded, and how to see its data. */
export function RestrictedPricesBox({ counts, hasAdministrator, isSignedIn = false, returnUrl }: Props) {
	return (
		<div data-own-data="">
			<StateBox title={counts ? words.title(counts.reports, counts.tickers) : words.titleAlone} detail={words.detail}>
				{hasAdministrator ? null : <p>{words.noAdministrator}</p>}
				<a
					href={isSignedIn ? '/prices' : `/auth/signin?redirectTo=${encodeURIComponent(returnUrl)}`}
					rel="nofollow"
					className={buttonClass}
				>
					{isSignedIn ? words.plans : words.signIn}
				</a>
			</StateBox>
		</div>
	);
}
