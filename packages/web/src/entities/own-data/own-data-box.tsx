import { formatCount } from '../../lib/format/numbers.ts';
import { buttonClass } from '../../ui/button.ts';
import { StateBox } from '../../ui/states/state-box.tsx';

/** Texts for readers who are not allowed to see the prices of the market. */
const words = {
	/** 'Your data is here: 4,876 reports, 12 tickers.' */
	title: (reports: number, tickers: number) =>
		`Your data is here: ${formatCount(reports)} ${reports === 1 ? 'report' : 'reports'}, ${formatCount(tickers)} ${tickers === 1 ? 'ticker' : 'tickers'}.`,
	/** Until the numbers are known. */
	titleAlone: 'Your data is here.',
	detail: 'Prices from this source can’t be shown publicly.',
	signIn: 'Sign in',
	plans: 'See plans',
	first: 'There is no administrator yet. The server prints how to become one when it starts.',
} as const;

interface Props {
	/** Number of published reports, and of tickers in the newest one; undefined while unknown. */
	counts: { reports: number; tickers: number } | undefined;
	hasAdministrator: boolean;
	/** Whether the reader is signed in, without a licence. */
	isSignedIn?: boolean;
	/** URL of this page, to which sign-in returns. */
	back: string;
}

/** Replaces lists and tables that the reader is not allowed to see. It says that the market is loaded, and how to see it. */
export function RestrictedPricesBox({ counts, hasAdministrator, isSignedIn = false, back }: Props) {
	return (
		<div data-own-data="">
			<StateBox title={counts ? words.title(counts.reports, counts.tickers) : words.titleAlone} detail={words.detail}>
				{hasAdministrator ? null : <p>{words.first}</p>}
				<a href={isSignedIn ? '/prices' : `/auth/signin?redirectTo=${encodeURIComponent(back)}`} rel="nofollow" className={buttonClass}>
					{isSignedIn ? words.plans : words.signIn}
				</a>
			</StateBox>
		</div>
	);
}
