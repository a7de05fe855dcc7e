import { Link, type LinkProps } from '@tanstack/react-router';
import { useSession } from '../../entities/session/session-query.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { Pill } from '../../ui/pill.tsx';
import { AccountMenu } from './account-menu.tsx';
import css from './header.module.css';
import { marketText } from './market-state.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { useGoingOn, useMarket } from './use-market.ts';
import { words } from './words.ts';

const MarketPills = () => {
	const { market } = useMarket();
	const now = useGoingOn(market);
	if (!market || now === undefined) return null;
	return (
		<>
			{market.provider.simulated ? (
				<Pill tone="warning" title={words.simulatedHint}>
					{words.simulated}
				</Pill>
			) : (
				<Pill>{words.source(market.provider.label)}</Pill>
			)}
			<Pill>
				<EtTime ms={now}>{marketText(market, now)}</EtTime>
			</Pill>
		</>
	);
};

interface Item {
	label: string;
	to: NonNullable<LinkProps['to']>;
	/** Only for those who are signed in. */
	own?: boolean;
}

const MENU: readonly Item[] = [
	{ label: words.menu.main, to: '/main' },
	{ label: words.menu.filters, to: '/filter-settings-list', own: true },
	{ label: words.menu.top, to: '/top' },
	{ label: words.menu.favourites, to: '/favourites', own: true },
	{ label: words.menu.frozen, to: '/frozen-list', own: true },
	{ label: words.menu.about, to: '/about' },
];

/** The menu of the reader, what the market does, the way to search and to the account. */
export const Header = ({ openSearch }: { openSearch: () => void }) => {
	const signedIn = useSession().profile !== null;
	return (
		<header className={css['header']}>
			<Link to="/" className={css['brand'] ?? ''} aria-label={words.home}>
				<img src="/favicon.svg" width="22" height="22" alt="" />
				{words.product}
			</Link>
			<nav className={`${css['menu']} ${css['main']}`} aria-label={words.menuLabel}>
				{MENU.filter(({ own }) => signedIn || !own).map(({ label, to }) => (
					<Link key={label} to={to} className={css['item'] ?? ''} activeOptions={{ includeSearch: false }}>
						{label}
					</Link>
				))}
			</nav>
			<div className={css['end']}>
				<MarketPills />
				<button type="button" className={`${css['search']} needs-script`} aria-keyshortcuts="Control+K /" onClick={openSearch}>
					<kbd>{words.searchKey}</kbd> {words.search}
				</button>
			</div>
			<AccountMenu />
			<ThemeToggle />
		</header>
	);
};
