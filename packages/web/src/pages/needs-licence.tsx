import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLicence } from '../entities/session/licence.ts';
import { useSession } from '../entities/session/session-query.ts';
import { Unconfirmed } from '../entities/session/unconfirmed.tsx';
import { buttonClass } from '../ui/button.ts';
import { StateBox } from '../ui/states/state-box.tsx';
import { words } from '../ui/words.ts';

const DETAIL = 'Every licence includes this page. Confirm your e-mail address to start a trial.';

const TO_LIST = 'To the list';

/** What each page offers. */
const OFFERS = {
	history: 'In the history you see this ticker in every past report: its rate, its depths and its place in your list.',
	validation: 'The validation shows what happened after signals like this one: hit rate, interval, base rate and every occurrence.',
	targets: 'Target lists show the first matches of all your filters on one page and follow each report.',
	reports: 'Past reports open as they were published, with everything that a list offers.',
	alerts: 'Alerts tell you when a price, a reading or a list of your tickers changes, here and in your chat apps.',
	filters: 'Saved filters find your own situations in each report and show what followed in the past.',
	compare: 'The comparison puts up to six tickers into one chart, with their wheels side by side.',
	decisions: 'The decision log holds what you took, passed or watch, and what became of it.',
	breadth: 'Breadth shows what share of the market is at each depth, now and compared with what is usual.',
	watchlists: 'Watchlists are named lists of tickers, for your lists, alerts and other programs.',
	favourites: 'Favourites are the tickers that you marked with a star, in a list of their own.',
	frozen: 'Frozen tickers stay out of your lists until you want them back.',
	search: 'The signal search looks for your conditions in all past reports and measures what followed.',
} as const;

/** Content that needs a licence; without one, what it offers, how to get it, and the way back. */
export function NeedsLicence({ page, children }: { page: keyof typeof OFFERS; children: ReactNode }) {
	const licence = useLicence();
	const { profile } = useSession();
	if (licence) return children;
	if (licence === undefined) return null;
	if (profile?.status === 'unconfirmed') return <Unconfirmed email={profile.email} />;
	return (
		<StateBox title={words.licencePopup} detail={`${OFFERS[page]} ${DETAIL}`}>
			<Link to="/prices" className={buttonClass}>
				{words.changeLicence}
			</Link>
			<Link to="/main" className={buttonClass}>
				{TO_LIST}
			</Link>
		</StateBox>
	);
}
